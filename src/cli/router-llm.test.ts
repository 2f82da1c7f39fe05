// The router that asks a service: a real one on this machine, with every kind of answer.

import fs from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scratch } from '../testkit/outside.js'
import { inProcess } from '../testkit/world.js'

const here = scratch()
let server: Server
let address = ''
let status = 200
let answer = ''
const asked: { url: string | undefined; key: string | undefined; body: string }[] = []

beforeAll(async () => {
  server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      asked.push({ url: request.url, key: request.headers.authorization, body: Buffer.concat(parts).toString() })
      reply.writeHead(status, { 'content-type': 'application/json' })
      reply.end(answer)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const library = (id: string, description: string) => ({ library_id: id, description, files: [`${id}.ndjson`] })
  const put = (file: string, text: string): void => fs.writeFileSync(path.join(here, file), text)
  put('libs.json', JSON.stringify([library('legal', 'contracts'), library('hr', 'leave')]))
  put('legal.ndjson', '{"query_id":"q","query":"notice?","chunk_id":"1","score":1,"text":"kept here"}\n')
  put('hr.ndjson', '{"query_id":"q","query":"notice?","chunk_id":"2","score":1,"text":"kept here"}\n')
  put('key', ' secret-key\n')
})
afterAll(() => new Promise((done) => server.close(done)))
beforeEach(() => {
  status = 200
  asked.length = 0
})

const says = (content: unknown): string => JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] })

async function route(...more: string[]): Promise<{ ids: string[]; err: string; code: number }> {
  const args = ['fuse', '--libraries', 'libs.json', '--router', 'llm', '--router-url', address, ...more]
  const { out, err, code } = await inProcess(args, here)
  const ids = out
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { chunk_id: string }).chunk_id)
  return { ids, err, code }
}

describe('llm', () => {
  test('puts a query to the libraries that the answer names', async () => {
    answer = says('["hr"]')
    expect(await route('--router-model', 'small', '--router-key', 'key')).toEqual({ ids: ['2'], err: '', code: 0 })
    expect(asked.length).toBe(1)
    expect(asked[0]).toMatchObject({ url: '/v1/chat/completions', key: 'Bearer secret-key' })
    expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({ model: 'small', temperature: 0 })
  })

  test('sends queries and descriptions, and nothing of a candidate', async () => {
    answer = says('["hr"]')
    await route()
    expect(asked[0]?.body).toContain('notice?')
    expect(asked[0]?.body).toContain('contracts')
    expect(asked[0]?.body).not.toContain('kept here')
  })

  test.each([
    ['another library', () => says('["hr","sales"]'), 'it named a library that there is not'],
    ['none', () => says('[]'), 'no answer'],
    ['words', () => says('I would search hr.'), 'its answer is not JSON'],
    ['something else', () => says('{"library_id":"hr"}'), 'its answer is no JSON array of ids'],
    ['no message', () => '{}', 'its answer has no message'],
    ['no JSON', () => '<html>', 'its answer is not JSON'],
    ['a list of numbers', () => says('[1]'), 'its answer is no JSON array of ids'],
    ['no text', () => says(null), 'its answer has no message'],
  ])('an answer of %s means all, and is told without its words', async (_, make, because) => {
    answer = make()
    const { ids, err, code } = await route()
    expect([ids, code]).toEqual([['1', '2'], 0])
    expect(err).toBe(`sluice fuse: --router llm: 1 query put to all libraries; the last because ${because}\n`)
  })

  test('a failure means all', async () => {
    status = 500
    answer = says('["hr"]')
    expect(await route()).toMatchObject({
      ids: ['1', '2'],
      err: expect.stringContaining('it answered with status 500'),
    })
    const args = ['fuse', '--libraries', 'libs.json', '--router', 'llm', '--router-url', 'http://127.0.0.1:1/v1']
    const { err, code } = await inProcess(args, here)
    expect([code, err]).toEqual([0, expect.stringContaining('it cannot be reached')])
  })

  test('asks nobody without its flag, and no address that is none', async () => {
    expect(await inProcess(['fuse', '--libraries', 'libs.json', '--router', 'llm'], here)).toMatchObject({ code: 2 })
    const wrong = ['fuse', '--libraries', 'libs.json', '--router', 'llm', '--router-url', 'ftp://x']
    expect(await inProcess(wrong, here)).toMatchObject({ code: 2 })
    const unused = ['fuse', '--libraries', 'libs.json', '--router-url', address]
    expect(await inProcess(unused, here)).toMatchObject({ code: 2 })
    expect(asked).toEqual([])
  })
})
