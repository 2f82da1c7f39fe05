// The routers of `fuse`.
import { registry } from '../../registry/registry.js'
import type { Router } from './router.js'

export const routers = registry<Router>('router', {
  none: () => import('./none.js'),
  keyword: () => import('./keyword.js'),
  llm: () => import('./llm.js'),
})
