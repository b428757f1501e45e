import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { findBrain } from '../model/find-brain.js'

const PROGRAM = fileURLToPath(new URL('../../dist/rehearsal/main.js', import.meta.url))

function start(...words: readonly string[]) {
  const child = spawn(process.execPath, [PROGRAM, ...words])
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, exited: once(child, 'exit') }
}

async function heard(stream: NodeJS.ReadableStream, wanted: RegExp): Promise<string> {
  let text = ''
  for await (const piece of stream) {
    text += piece
    if (wanted.test(text)) return text
  }
  return text
}

test('the rehearsal prints what to paste, is found by it, and ends when it is told to', async () => {
  const { child, exited } = start()
  const said = await heard(child.stdout, /Ctrl-C/)
  const env = Object.fromEntries(
    [...said.matchAll(/^export (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
  )
  expect(Object.keys(env)).toEqual(['SCOUT_BASE_URL', 'SCOUT_MODEL'])
  expect(await findBrain({ env: { SCOUT_DISCOVERY: 'off', ...env } })).toMatchObject({
    id: 'server/fake-model',
  })
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
})

test('a port that is taken and one that is none are told of, with an exit code', async () => {
  const other = createServer()
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  const taken = start('--port', `${Object(other.address()).port}`)
  expect(await heard(taken.child.stderr, /--port/)).toContain('Try another one with --port')
  expect(await taken.exited).toEqual([1, null])
  other.close()
  const wrong = start('--port', 'x')
  expect(await heard(wrong.child.stderr, /Usage/)).toContain('found "x"')
  expect(await wrong.exited).toEqual([2, null])
})
