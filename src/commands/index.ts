// The subcommands. The help is made from this list.
import type { Command } from '../registry/command.js'
import { registry } from '../registry/registry.js'

export const commands = registry<Command>('command', {
  filter: () => import('./filter.js'),
  chunk: () => import('./chunk.js'),
  fuse: () => import('./fuse.js'),
})
