import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { program, scratch, shell } from '../testkit/outside.js'

const folder = scratch()
const out = path.join(folder, 'out')

let run: string
beforeAll(async () => {
  fs.mkdirSync(out)
  // Copies FROM to TO without an end of its own, or fails: `run FROM TO [throw | exit]`.
  run = await program(
    folder,
    `import { openSink } from 'io/sink'
    import { openSource } from 'io/source'
    const [from, to, how] = process.argv.slice(2)
    const sink = openSink(to)
    await sink.write(Buffer.from('begun'))
    if (how === 'throw') throw new Error('a bug')
    if (how === 'exit') process.exit(7)
    const source = openSource(from)
    const target = new Uint8Array(1 << 16)
    console.log('ready')
    for (;;) {
      const read = source.read(target)
      if ((typeof read === 'number' ? read : await read) === 0) break
    }
    await sink.commit()`,
  )
})

function started(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.stdout?.once('data', () => resolve()))
}

function ended(child: ChildProcess): Promise<unknown[]> {
  return new Promise((resolve) => child.once('close', (code, signal) => resolve([code, signal])))
}

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends the process by that signal and leaves no file',
  async (signal) => {
    const child = spawn(process.execPath, [run, '-', path.join(out, 'a')], { stdio: ['pipe', 'pipe', 'inherit'] })
    const end = ended(child)
    await started(child)
    expect(fs.readdirSync(out)).toEqual([expect.stringMatching(/^\.a\./)])
    child.kill(signal)
    expect(await end).toEqual([null, signal])
    expect(fs.readdirSync(out)).toEqual([])
  },
)

it('a shell sees 128 and the number, whether the input is silent or never ends', async () => {
  const line = (input: string) =>
    `${input} & pid=$!; for i in $(seq 1000); do grep -q ready log && break; sleep 0.02; done; kill -TERM $pid; wait $pid; echo $?; rm log`
  const { out: codes } = await shell(
    run,
    // The function `run` would be a shell of its own, to which the signal would go.
    [
      line(`mkfifo silent; sleep 2 > silent 2> /dev/null & "${process.execPath}" "${run}" silent out/a > log`),
      line(`"${process.execPath}" "${run}" /dev/zero out/a > log`),
    ].join('\n'),
    folder,
  )
  expect(codes).toBe('143\n143\n')
  expect(fs.readdirSync(out)).toEqual([])
})

it('an exit or an error that nobody caught leaves no file', async () => {
  const { out: codes, err } = await shell(run, 'run - out/a exit; echo $?; run - out/a throw; echo $?', folder)
  expect(codes).toBe('7\n1\n')
  expect(err).toContain('a bug')
  expect(fs.readdirSync(out)).toEqual([])
})
