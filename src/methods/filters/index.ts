// The operators of conditions.
import { registry } from '../../registry/registry.js'
import type { Operator } from './operator.js'

export const operators = registry<Operator>('operator', {
  eq: () => import('./eq.js'),
  ne: () => import('./ne.js'),
  in: () => import('./in.js'),
  nin: () => import('./nin.js'),
  gt: () => import('./gt.js'),
  gte: () => import('./gte.js'),
  lt: () => import('./lt.js'),
  lte: () => import('./lte.js'),
  between: () => import('./between.js'),
  contains: () => import('./contains.js'),
  not_contains: () => import('./not_contains.js'),
  starts_with: () => import('./starts_with.js'),
  ends_with: () => import('./ends_with.js'),
  empty: () => import('./empty.js'),
  not_empty: () => import('./not_empty.js'),
})

/** Signs that mean the same. */
export const symbols: Readonly<Record<string, string>> = {
  '=': 'eq',
  '!=': 'ne',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
}
