import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { CANARY, sings } from './canary.js'

test('the canary is heard plainly, in base64 wherever it begins, and in gzip', () => {
  const round = ['', 'a', 'ab', 'abc'].flatMap((before) =>
    ['', 'z', 'yz', 'xyz'].map((after) => before + CANARY + after),
  )
  for (const text of round) {
    expect(sings(Buffer.from(text)), text).toBe(true)
    expect(sings(Buffer.from(Buffer.from(text).toString('base64'))), text).toBe(true)
    expect(sings(gzipSync(text)), text).toBe(true)
  }
  for (const text of ['', 'c4n4r', 'canary', 'An open text.']) expect(sings(Buffer.from(text))).toBe(false)
})
