// Pipes: 44, closed early, read slowly, broken off, and the memory that a long one takes. Real processes.
import { describe, expect, test } from 'vitest'
import { caseOf } from '../testkit/cases.js'

const records = (n: number): string =>
  Array.from({ length: n }, (_, i) => `{"id":"r${i}","n":${i},"text":"lorem ${String(i).padStart(50, '0')}"}\n`).join(
    '',
  )

describe('44 closed pipe and early exit', () => {
  const { shell, read, write } = caseOf()
  const RECORDS = 20_000

  test('head -1 gets one line, quietly', async () => {
    write('in.ndjson', records(RECORDS))
    const { code, out, err } = await shell(
      "cat in.ndjson | { sluice filter --where 'n gte 0'; echo $? > code; } | head -1",
    )
    expect([code, out, err]).toEqual([0, records(1), ''])
    expect(['0', '141']).toContain(read('code').trim())
  })

  test('head -1 of other formats likewise', async () => {
    write('in.ndjson', records(RECORDS))
    for (const to of ['csv', 'json', 'parquet', 'arrow']) {
      const { err } = await shell(`sluice filter --to ${to} in.ndjson | head -c 1 > first`)
      expect([to, err]).toEqual([to, ''])
    }
  })

  test('as many bytes go through a pipe, and a slow one, as into a file', async () => {
    write('in.ndjson', records(RECORDS))
    const { out } = await shell(
      "sluice filter --where 'n gte 0' in.ndjson > file; sluice filter --where 'n gte 0' < in.ndjson | cmp - file; sluice filter --where 'n gte 0' in.ndjson | { sleep 1; cat; } | cmp - file; cmp file in.ndjson; echo same",
    )
    expect(out).toBe('same\n')
  })

  test('a write error that is no closed pipe has a status and a message', async () => {
    write('in.ndjson', records(RECORDS))
    for (const line of ['sluice filter in.ndjson > /dev/full', 'sluice filter -o /dev/full in.ndjson']) {
      const { code, err } = await shell(line)
      expect([code, err]).toEqual([
        5,
        expect.stringMatching(/^sluice filter: (stdout|\/dev\/full): no space left[^\n]*\n$/),
      ])
    }
  })

  test('memory does not grow with the file', async () => {
    write(
      'rss.cjs',
      "process.on('exit', () => require('fs').writeFileSync('rss', String(process.resourceUsage().maxRSS)))",
    )
    const peak = async (n: number): Promise<number> => {
      write('in.ndjson', records(n))
      const { code } = await shell(
        "NODE_OPTIONS='--require ./rss.cjs' sluice filter --where 'n gte 0' < in.ndjson > out",
      )
      expect(code).toBe(0)
      return Number(read('rss'))
    }
    const small = await peak(40_000)
    expect(await peak(400_000)).toBeLessThan(small * 1.5)
  })

  test('a data error after 1 MiB: the good lines are all there, then a status', async () => {
    const good = records(15_000)
    expect(good.length).toBeGreaterThan(1 << 20)
    write('in.ndjson', `${good}{"id":\n${good}`)
    const { code, out } = await shell(
      "sluice filter --where 'n gte 0' in.ndjson > out; echo $?; cat in.ndjson | sluice filter | cat > piped; cmp out piped",
    )
    expect([code, out]).toEqual([0, '3\n'])
    expect(read('out') === good).toBe(true)
  })
})
