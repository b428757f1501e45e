import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Json } from '../wire/arrivals.js'
import type { Line, Wire } from '../wire/wire.js'
import { reference } from './fixtures/reference.js'
import { EVERYTHING, Host, type Offer } from './host.js'
import { AgentStage, DEFAULT_PACE } from './stage.js'

/** A stage whose agent is worked by hand: what it asks goes in, what the client answers comes out. */
async function stand(offer: Offer) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'parley-host-')))
  const asked: Line[] = []
  const answers: Json[] = []
  let wake = (): void => {}
  let heard = (): void => {}
  let isOver = false
  const wire: Wire = {
    send(bytes) {
      answers.push(JSON.parse(Buffer.from(bytes).toString()))
      heard()
    },
    lines: {
      async *[Symbol.asyncIterator]() {
        while (!isOver) {
          yield* asked.splice(0)
          if (asked.length === 0 && !isOver)
            await new Promise<void>(resolve => {
              wake = resolve
            })
        }
      },
    },
    end() {},
    onStderr() {},
    ended: new Promise(() => {}),
    async close() {
      isOver = true
      wake()
    },
  }
  const stage = new AgentStage({
    version: 1,
    fixture: reference,
    open: () => wire,
    variant: 'plain',
    folder,
    pace: DEFAULT_PACE,
  })
  onTestFinished(async () => {
    await stage.close()
    await rm(folder, { recursive: true, force: true })
  })
  const host = new Host(stage, await stage.start(), offer)
  host.agent.peer.notify('session/cancel', { sessionId: 'known' })
  answers.length = 0
  const ask = async (method: string, given: Json): Promise<Json> => {
    const params = { sessionId: 'known', ...given }
    const message = { jsonrpc: '2.0', id: answers.length, method, params }
    const answer = new Promise<void>(resolve => {
      heard = resolve
    })
    asked.push({ bytes: Buffer.from(JSON.stringify(message)) })
    wake()
    await answer
    return answers.at(-1) ?? {}
  }
  return { host, stage, folder, ask }
}

test('the host reads and writes in the project and nowhere else', async () => {
  const { stage, folder, ask } = await stand(EVERYTHING)
  await writeFile(join(folder, 'secret.txt'), 'secret')
  const path = join(stage.cwd, 'new', 'notes.txt')
  expect(await ask('fs/write_text_file', { path, content: 'one\ntwo\nthree' })).toMatchObject({ result: {} })
  expect(await readFile(path, 'utf8')).toBe('one\ntwo\nthree')
  const some = await ask('fs/read_text_file', { path, line: 2, limit: 1 })
  expect(some).toMatchObject({ result: { content: 'two\n' } })
  for (const outside of [
    join(folder, 'secret.txt'),
    `${stage.cwd}/../secret.txt`,
    stage.cwd,
    '/etc/hostname',
  ])
    expect(await ask('fs/read_text_file', { path: outside })).toMatchObject({ error: {} })
  const beyond = { path: join(folder, 'beyond.txt'), content: 'x' }
  expect(await ask('fs/write_text_file', beyond)).toMatchObject({ error: {} })
})

test('a link that leads out of the project is not followed, and a path that is not absolute is none', async () => {
  const { stage, folder, ask } = await stand(EVERYTHING)
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await mkdir(stage.cwd, { recursive: true })
  await symlink(folder, join(stage.cwd, 'out'))
  const path = join(stage.cwd, 'out', 'secret.txt')
  expect(await ask('fs/read_text_file', { path })).toMatchObject({ error: {} })
  expect(await ask('fs/write_text_file', { path, content: 'escaped' })).toMatchObject({ error: {} })
  expect(await readFile(join(folder, 'secret.txt'), 'utf8')).toBe('secret')
  const relative = await ask('fs/write_text_file', { path: 'made.txt', content: 'x' })
  expect(relative).toMatchObject({ error: { code: -32602 } })
})

test('a session that nobody has heard of is lent nothing', async () => {
  const { stage, ask } = await stand(EVERYTHING)
  const params = { sessionId: 'invented', path: join(stage.cwd, 'a.txt'), content: 'x', command: 'true' }
  for (const method of ['fs/write_text_file', 'terminal/create'])
    expect(await ask(method, params)).toMatchObject({ error: { code: -32002 } })
})

test('a command begins in the project or not at all, and not one more than can be borne', async () => {
  const { folder, stage, ask } = await stand(EVERYTHING)
  await mkdir(stage.cwd, { recursive: true })
  await symlink(folder, join(stage.cwd, 'out'))
  for (const cwd of ['/', folder, join(stage.cwd, 'out'), join(stage.cwd, 'absent'), 'relative'])
    expect(await ask('terminal/create', { command: 'true', cwd })).toMatchObject({ error: {} })
  const wait = { command: process.execPath, args: ['-e', 'setTimeout(() => {}, 60_000)'] }
  for (let count = 0; count < 16; count++)
    expect(await ask('terminal/create', wait)).toMatchObject({ result: {} })
  expect(await ask('terminal/create', wait)).toMatchObject({ error: {} })
}, 30_000)

test('output is cut to the bytes that were asked for, in whole characters, and that is said', async () => {
  const { ask } = await stand(EVERYTHING)
  const args = ['-e', 'process.stdout.write("a".repeat(600) + "ż".repeat(5))']
  const { result } = await ask('terminal/create', { command: process.execPath, args, outputByteLimit: 7 })
  const { terminalId } = result as Json
  await ask('terminal/wait_for_exit', { terminalId })
  const shown = await ask('terminal/output', { terminalId })
  expect(shown).toMatchObject({ result: { output: 'żżż', truncated: true } })
})

test('what the host does not offer it does not have', async () => {
  const { ask } = await stand({})
  for (const method of ['fs/read_text_file', 'fs/write_text_file', 'terminal/create'])
    expect(await ask(method, { path: '/a', command: 'true' })).toMatchObject({ error: { code: -32601 } })
  expect(await ask('elicitation/create', { mode: 'form' })).toMatchObject({ error: { code: -32602 } })
})

test('the host runs commands where the project is, and forgets terminals that were released', async () => {
  const { stage, ask } = await stand(EVERYTHING)
  const args = ['-p', 'process.cwd()']
  const { result } = await ask('terminal/create', { command: process.execPath, args, env: [] })
  const { terminalId } = result as Json
  expect(await ask('terminal/wait_for_exit', { terminalId })).toMatchObject({ result: { exitCode: 0 } })
  expect(await ask('terminal/output', { terminalId })).toMatchObject({
    result: { output: `${stage.cwd}\n`, truncated: false, exitStatus: { exitCode: 0 } },
  })
  expect(await ask('terminal/release', { terminalId })).toMatchObject({ result: {} })
  expect(await ask('terminal/output', { terminalId })).toMatchObject({ error: {} })
})

test('commands are not run with the home of whoever examines', async () => {
  const { stage, ask } = await stand(EVERYTHING)
  const args = ['-p', 'process.env.HOME']
  const { result } = await ask('terminal/create', { command: process.execPath, args })
  const { terminalId } = result as Json
  await ask('terminal/wait_for_exit', { terminalId })
  expect(await ask('terminal/output', { terminalId })).toMatchObject({ result: { output: `${stage.cwd}\n` } })
})

test('a command that reads its input finds the end of it', async () => {
  const { ask } = await stand(EVERYTHING)
  const reader = 'process.stdin.resume().on("end", () => process.exit(3))'
  const { result } = await ask('terminal/create', { command: process.execPath, args: ['-e', reader] })
  const { terminalId } = result as Json
  expect(await ask('terminal/wait_for_exit', { terminalId })).toMatchObject({ result: { exitCode: 3 } })
})

test('a command that cannot be started ends as a shell would say it', async () => {
  const { ask } = await stand(EVERYTHING)
  const { result } = await ask('terminal/create', { command: 'there-is-no-such-program' })
  const { terminalId } = result as Json
  expect(await ask('terminal/wait_for_exit', { terminalId })).toMatchObject({ result: { exitCode: 127 } })
})

test('the host answers questions as it was told', async () => {
  const options = [
    { optionId: 'a', kind: 'allow_once' },
    { optionId: 'r', kind: 'reject_once' },
  ]
  const outcomes = []
  for (const leave of ['allow', 'reject', 'cancelled'] as const) {
    const { ask } = await stand({ leave })
    outcomes.push((await ask('session/request_permission', { options })).result)
  }
  expect(outcomes).toEqual([
    { outcome: { outcome: 'selected', optionId: 'a' } },
    { outcome: { outcome: 'selected', optionId: 'r' } },
    { outcome: { outcome: 'cancelled' } },
  ])
})

test('a form is filled in with something that fits every field', async () => {
  const { ask } = await stand(EVERYTHING)
  const requestedSchema = {
    properties: {
      name: { type: 'string', minLength: 12 },
      email: { type: 'string', format: 'email' },
      size: { type: 'string', enum: ['s', 'm'] },
      colour: { type: 'string', oneOf: [{ const: 'red', title: 'Red' }] },
      count: { type: 'integer', minimum: 3 },
      isSure: { type: 'boolean' },
      many: { type: 'array', items: { type: 'string', enum: ['x'] } },
    },
  }
  expect((await ask('elicitation/create', { mode: 'form', requestedSchema })).result).toEqual({
    action: 'accept',
    content: {
      name: 'Somebody....',
      email: 'somebody@example.com',
      size: 's',
      colour: 'red',
      count: 3,
      isSure: true,
      many: ['x'],
    },
  })
})
