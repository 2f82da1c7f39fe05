// The methods of `fuse`.
import { registry } from '../../registry/registry.js'
import type { Fusion } from './fusion.js'

export const fusions = registry<Fusion>('method', {
  rrf: () => import('./rrf.js'),
  wsum: () => import('./wsum.js'),
  combsum: () => import('./combsum.js'),
  combmnz: () => import('./combmnz.js'),
  combanz: () => import('./combanz.js'),
  combmax: () => import('./combmax.js'),
  combmin: () => import('./combmin.js'),
  combmed: () => import('./combmed.js'),
  combgmnz: () => import('./combgmnz.js'),
  isr: () => import('./isr.js'),
  log_isr: () => import('./log_isr.js'),
  logn_isr: () => import('./logn_isr.js'),
  bordafuse: () => import('./bordafuse.js'),
  condorcet: () => import('./condorcet.js'),
  rbc: () => import('./rbc.js'),
  mixed: () => import('./mixed.js'),
  dbsf: () => import('./dbsf.js'),
  relative_score: () => import('./relative_score.js'),
  linear: () => import('./linear.js'),
})
