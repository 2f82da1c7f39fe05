// The normalisations of scores.
import { registry } from '../../../registry/registry.js'
import type { Norm } from './norm.js'

export const norms = registry<Norm>('norm', {
  'min-max': () => import('./min-max.js'),
  max: () => import('./max.js'),
  sum: () => import('./sum.js'),
  zmuv: () => import('./zmuv.js'),
  rank: () => import('./rank.js'),
  borda: () => import('./borda.js'),
  none: () => import('./none.js'),
  minmax: () => import('./minmax.js'),
  l2_norm: () => import('./l2_norm.js'),
})
