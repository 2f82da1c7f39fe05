// The method that flags choose, with its numbers and its norm.
import { usage } from '../../record/fault.js'
import type { Flags } from '../../registry/options.js'
import type { Method } from './fuse.js'
import type { Fusion, Parameters } from './fusion.js'
import { fusions } from './index.js'
import { norms } from './norms/index.js'

/** Throws usage faults. */
export async function methodOf(flags: Flags): Promise<Method> {
  const name = flags.text('method') ?? 'rrf'
  const fusion = await fusions.load(name)
  heeded(flags, name, fusion)
  const parameters: Parameters = {
    k: number(flags, 'k', 60, 'a number of 0 or more', (k) => k >= 0),
    sigma: number(flags, 'sigma', 0.01, 'a number of 0 or more', (sigma) => sigma >= 0),
    phi: number(flags, 'phi', 0.8, 'a number between 0 and 1', (phi) => phi > 0 && phi < 1),
    gamma: number(flags, 'gamma', 0.5, 'a number', () => true),
  }
  const [usual] = fusion.norms ?? []
  const asked = flags.text('norm') ?? usual
  return { name, fusion, parameters, norm: asked === undefined ? undefined : await norms.load(asked) }
}

/** A flag that the method does not heed is an error, not a wish. */
function heeded(flags: Flags, name: string, fusion: Fusion): void {
  for (const flag of ['k', 'sigma', 'phi', 'gamma'] as const)
    if (flags.text(flag) !== undefined && fusion.flags?.includes(flag) !== true)
      throw usage(`--${flag}: the method ${name} has no such number`)
  const norm = flags.text('norm')
  if (norm === undefined) return
  if (fusion.norms === undefined)
    throw usage(`--norm: the method ${name} ${fusion.uses === 'ranks' ? 'goes by ranks' : 'has its own'}`)
  if (norms.has(norm) && !fusion.norms.includes(norm))
    throw usage(`--norm ${norm}: the method ${name} takes ${fusion.norms.join(' ')}`)
}

function number(
  flags: Flags,
  flag: keyof Parameters,
  usual: number,
  expected: string,
  fits: (n: number) => boolean,
): number {
  const given = flags.text(flag)
  if (given === undefined) return usual
  const n = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(given) ? Number(given) : Number.NaN
  if (!Number.isFinite(n) || !fits(n)) throw usage(`--${flag} ${given}: expected ${expected}`)
  return n
}

/** A flag that is a count: infinite where it is not given. Throws a usage fault. */
export function count(flags: Flags, name: string, flag: string): number {
  const given = flags.text(name)
  if (given === undefined) return Number.POSITIVE_INFINITY
  if (!/^[1-9]\d{0,8}$/.test(given)) throw usage(`${flag} ${given}: expected a whole number from 1 on`)
  return Number(given)
}
