// The first bytes by which compressed input is told.

/** How many bytes the questions below look at; with fewer the answer is no, but for gzip. */
export const MAGIC_LENGTH = 4

export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b
}

export function isZstdFrame(head: Uint8Array): boolean {
  return head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd
}

/** A frame to be passed over; parallel zstd writes one before each real frame. */
export function isZstdSkippable(head: Uint8Array): boolean {
  return ((head[0] ?? 0) & 0xf0) === 0x50 && head[1] === 0x2a && head[2] === 0x4d && head[3] === 0x18
}
