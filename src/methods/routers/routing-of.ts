// The router that flags choose.
import { usage } from '../../record/fault.js'
import type { Setup } from '../../registry/command.js'
import type { Flags } from '../../registry/options.js'
import { unknown } from '../../registry/registry.js'
import { routers } from './index.js'
import type { Library, Router } from './router.js'
import { Routing } from './routing.js'
import { service } from './service.js'

/** Throws usage faults. */
export async function routingOf(flags: Flags, setup: Setup, described: readonly Library[]): Promise<Routing> {
  const name = setup.choice(flags.text('router'), { env: 'SLUICE_LIBRARY_ROUTER', config: 'router' }) ?? 'none'
  const router = await routerBy(name)
  const url = flags.text('routerUrl')
  if (router.needs === 'service' && url === undefined) throw usage(`--router ${name}: --router-url says whom to ask`)
  for (const [flag, spelt] of [
    ['routerUrl', '--router-url'],
    ['routerModel', '--router-model'],
    ['routerKey', '--router-key'],
  ] as const)
    if (router.needs !== 'service' && flags.text(flag) !== undefined)
      throw usage(`${spelt}: the router ${name} asks nobody`)
  const file = flags.text('routerKey')
  const key = file === undefined ? undefined : (await setup.text(file)).trim()
  const ask = service(setup.ask, url ?? 'http://localhost', flags.text('routerModel'), key)
  return new Routing(name, router, described, ask, flags.text('query'))
}

/** A router by its name or another of its names. */
async function routerBy(name: string): Promise<Router> {
  if (routers.has(name)) return routers.load(name)
  const names: string[] = []
  for (const key of routers.names) {
    const router = await routers.load(key)
    if (router.aliases.includes(name)) return router
    names.push(key, ...router.aliases)
  }
  throw unknown('router', name, names)
}
