// Laws: what every method of a family obeys. A law comes with a stub that breaks it, so that no law is empty.
import { describe, expect, test } from 'vitest'
import type { Registry } from '../registry/registry.js'

/** A law over methods as a test sees them (`M`). */
export interface Law<M> {
  /** The rule, as a sentence. */
  readonly says: string
  /** Which methods it binds; without it, all. */
  readonly when?: (method: M) => boolean
  /** Fails by an assertion when the method breaks the law. */
  holds(method: M): void | Promise<void>
  /** A method built to break this law. */
  readonly stub: M
}

/**
 * Registers a test for every method of a registry and every law that binds it, and one for every law's stub, which must fail
 * by an assertion. `seen` turns an entry of the registry into what laws are about.
 */
export async function prove<T, M>(
  methods: Registry<T>,
  laws: readonly Law<M>[],
  seen: (name: string, method: T) => M,
): Promise<void> {
  const all = await Promise.all(
    methods.names.map(async (name) => ({ name, method: seen(name, await methods.load(name)) })),
  )
  describe.each(all)(`${methods.family} $name`, ({ method }) => {
    for (const law of laws) if (binds(law, method)) test(law.says, () => law.holds(method))
  })
  describe('every law can be broken, and binds a method', () => {
    test.each(laws)('$says', async (law) => {
      await breaks(law)
      expect(all.some(({ method }) => binds(law, method))).toBe(true)
    })
  })
}

const binds = <M>(law: Law<M>, method: M): boolean => law.when?.(method) ?? true

/** Resolves when the stub of a law is caught by an assertion; a stub that passes or crashes rejects. */
export async function breaks<M>(law: Law<M>): Promise<void> {
  const { says, stub } = law
  if (!binds(law, stub)) throw new Error(`the stub is not bound by the law: ${says}`)
  try {
    await law.holds(stub)
  } catch (error) {
    if (isAssertion(error)) return
    throw new Error(`the stub crashed instead of breaking the law: ${says}`, { cause: error })
  }
  throw new Error(`the stub obeys the law: ${says}`)
}

/** Whether an assertion failed; fast-check wraps what failed as a cause. */
function isAssertion(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (at.name === 'AssertionError') return true
  return false
}
