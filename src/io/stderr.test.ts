import { beforeAll, expect, it } from 'vitest'
import { program, scratch, shell } from '../testkit/outside.js'

const folder = scratch()
let run: string
beforeAll(async () => {
  run = await program(
    folder,
    `import { isTerminal } from 'io/environment'
    import { writeStderr } from 'io/stderr'
    writeStderr('m'.repeat(Number(process.argv[2])) + '\\n')
    console.log('done', isTerminal(2))`,
  )
})

it('takes the whole message, however long and however slow its reader', async () => {
  const { out, err } = await shell(run, 'run 3; { run 300000 2>&1 > /dev/null; } | { sleep 0.1; wc -c; }', folder)
  expect([out.replaceAll(' ', ''), err]).toEqual(['donefalse\n300001\n', 'mmm\n'])
})

it('that cannot be written changes nothing', async () => {
  const { out, code } = await shell(
    run,
    `run 3 2>&-
    { sleep 0.2; run 300000; echo $? > code; } 2>&1 > /dev/null | true
    until [ -s code ]; do sleep 0.02; done; cat code`,
    folder,
  )
  expect([out, code]).toEqual(['done false\n0\n', 0])
})
