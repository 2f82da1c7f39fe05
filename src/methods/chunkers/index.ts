// The strategies of `chunk`.
import { registry } from '../../registry/registry.js'
import type { Chunker } from './chunker.js'

export const chunkers = registry<Chunker>('strategy', {
  default: () => import('./default.js'),
  layout: () => import('./layout.js'),
  parent_child: () => import('./parent_child.js'),
  sentence_window: () => import('./sentence_window.js'),
  semantic: () => import('./semantic.js'),
  laws: () => import('./laws.js'),
  qa: () => import('./qa.js'),
  book: () => import('./book.js'),
})
