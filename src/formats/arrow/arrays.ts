// Which buffers of a record batch belong to which array. A batch lists nodes and buffers flat, depth first.
import type { ArrowField } from './field.js'
import type { BatchHeader, Region } from './metadata.js'

/** One array of a batch, and those below it. */
export interface ArrayParts {
  readonly field: ArrowField
  readonly length: number
  readonly nulls: number
  readonly regions: readonly Region[]
  readonly children: readonly ArrayParts[]
}

/** The arrays of `fields`. Throws a RangeError when the batch has not as many nodes and buffers as they need. */
export function arraysOf(fields: readonly ArrowField[], batch: BatchHeader): ArrayParts[] {
  let node = 0
  let region = 0
  let variadic = 0
  const array = (field: ArrowField): ArrayParts => {
    const { length, nulls } = at(batch.nodes, node++)
    let buffers = bufferCount(field)
    if (isView(field)) buffers += at(batch.variadic, variadic++)
    if (buffers > batch.regions.length - region) throw new RangeError('fewer buffers than the schema asks for')
    const regions = batch.regions.slice(region, region + buffers)
    region += buffers
    const children = field.dictionary === undefined ? field.children.map(array) : []
    return { field, length, nulls, regions, children }
  }
  const arrays = fields.map(array)
  if (node !== batch.nodes.length || region !== batch.regions.length)
    throw new RangeError('more buffers than the schema asks for')
  return arrays
}

function at<T>(list: readonly T[], i: number): T {
  if (i >= list.length) throw new RangeError('fewer arrays than the schema asks for')
  return list[i] as T
}

const isView = ({ type, dictionary }: ArrowField): boolean =>
  dictionary === undefined && type.kind === 'binary' && type.layout === 'view'

/** Buffers of the array alone: whether valid, offsets, values. */
function bufferCount({ type, dictionary }: ArrowField): number {
  if (dictionary !== undefined) return 2
  switch (type.kind) {
    case 'null':
      return 0
    case 'struct':
    case 'fixed list':
      return 1
    case 'binary':
      return type.layout === 'view' ? 2 : 3
    default:
      return 2
  }
}

/** All regions of an array and of those below it. */
export function regionsOf({ regions, children }: ArrayParts): Region[] {
  return [...regions, ...children.flatMap(regionsOf)]
}
