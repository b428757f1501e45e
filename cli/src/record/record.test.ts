import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { makeHome } from '../listing/parley.fixture.js'
import { pick } from './find-conversation.js'
import { claimName } from './name-claim.js'
import { openRecorder } from './open-recorder.js'
import { allConversations, withShelf } from './shelf.js'

const said = (text: string) =>
  ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }) as const
const typed = (text: string) => [{ type: 'text', text }]
const folderOf = (home: string) => join(home, '.local/state/parley/conversations')

const findConversation = (wanted: string, shell: Parameters<typeof withShelf>[0] & { cwd: string }) =>
  withShelf(shell, async journal => pick(wanted, await allConversations(journal), shell.cwd))

function setUp() {
  const place = makeHome()
  const { shell, err } = place.shellFor()
  const session = { agent: 'scout', sessionId: '../../etc/passwd\u001b[2J', cwd: place.work }
  return { ...place, shell, err, session }
}

test('a conversation that is taken up again goes on in the same record, for nobody else to read', async () => {
  const { shell, session, home } = setUp()
  for (const turn of [1, 2]) {
    const recorder = await openRecorder({ ...session, label: `work ${turn}` }, shell)
    recorder.prompt(typed(`question ${turn}`))
    void recorder.update(said(`answer ${turn}`))
    recorder.end('end_turn')
    await recorder.close()
    void recorder.update(said('too late'))
  }
  const [one, ...others] = await withShelf(shell, allConversations)
  expect(others).toEqual([])
  expect(one).toMatchObject({ ...session, label: 'work 2', opening: 'question 1', turns: 2 })
  const [file = '', ...more] = readdirSync(folderOf(home)).filter(name => /^[^.]/.test(name))
  expect(more).toEqual([])
  expect(file).toMatch(/^[0-9a-f]{16}\.ndjson$/)
  expect(statSync(join(folderOf(home), file)).mode & 0o777).toBe(0o600)
  expect(statSync(folderOf(home)).mode & 0o777).toBe(0o700)
  const text = readFileSync(join(folderOf(home), file), 'utf8')
  for (const part of ['question 1', 'answer 1', 'question 2', 'answer 2']) expect(text).toContain(part)
  expect(text).not.toContain('too late')
})

test('the title is the one that the agent told last', async () => {
  const { shell, session } = setUp()
  await using recorder = await openRecorder(session, shell)
  void recorder.update({ sessionUpdate: 'session_info_update', title: 'First' })
  void recorder.update({ sessionUpdate: 'session_info_update', title: 'Second' })
  await recorder.close()
  expect(await findConversation('last', shell)).toMatchObject({ title: 'Second' })
})

test('a record that cannot be written is told once, and stops nobody', async () => {
  const { shell, session, home, err } = setUp()
  mkdirSync(join(home, '.local/state'), { recursive: true })
  writeFileSync(join(home, '.local/state/parley'), 'in the way')
  const recorder = await openRecorder(session, shell)
  recorder.prompt(typed('hello'))
  void recorder.update(said('hi'))
  recorder.end('end_turn')
  await recorder.close()
  expect(err().match(/this conversation is not recorded: /g)).toHaveLength(1)
})

test('a record that can no longer be written is told once, however much was to be written', async () => {
  const { shell, session, home, err } = setUp()
  const recorder = await openRecorder(session, shell)
  const [file = ''] = readdirSync(folderOf(home)).filter(name => /^[^.]/.test(name))
  rmSync(join(folderOf(home), file))
  mkdirSync(join(folderOf(home), file))
  recorder.prompt(typed('hello'))
  for (let count = 0; count < 10; count++) recorder.update(said('hi'))
  recorder.end('end_turn')
  await recorder.close()
  expect(err().match(/this conversation is not recorded: /g)).toHaveLength(1)
})

test('of two who hold one conversation only the first records it, and the second says so', async () => {
  const { shell, session, err, shellFor } = setUp()
  const other = shellFor()
  await using first = await openRecorder(session, shell)
  await using second = await openRecorder(session, other.shell)
  second.prompt(typed('not kept'))
  first.prompt(typed('kept'))
  await Promise.all([first.close(), second.close()])
  expect(other.err()).toBe('parley: this conversation is not recorded: another process is recording it.\n')
  expect(err()).toBe('')
  expect(await findConversation('last', shell)).toMatchObject({ opening: 'kept', turns: 1 })
})

test('conversations that begin at the same moment with one id have a record each', async () => {
  const { shell, session, err } = setUp()
  const recorders = await Promise.all(
    ['one', 'two', 'three'].map(async text => {
      const recorder = await openRecorder({ ...session, isNew: true }, shell)
      recorder.prompt(typed(text))
      await recorder.close()
      return recorder
    }),
  )
  expect(err()).toBe('')
  const all = await withShelf(shell, allConversations)
  expect(all.map(({ opening }) => opening).sort()).toEqual(['one', 'three', 'two'])
  expect(all.map(({ id }) => id).sort()).toEqual(recorders.map(({ id }) => id).sort())
})

test('what was shown before the process was killed is there, and the next one goes on', async () => {
  const { shell, session, env } = setUp()
  const program = fileURLToPath(new URL('./fixtures/recording.mjs', import.meta.url))
  const child = spawn(process.execPath, [program, JSON.stringify(session)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [shown] = await once(child.stdout.setEncoding('utf8'), 'data')
  expect(shown).toContain('shown')
  child.kill('SIGKILL')
  await once(child, 'close')
  const recorder = await openRecorder(session, shell)
  recorder.end('cancelled')
  await recorder.close()
  const kinds: string[] = []
  await withShelf(shell, async journal => {
    const [one] = await allConversations(journal)
    for await (const { kind } of journal.read(one!.id)) kinds.push(kind)
  })
  expect(kinds).toEqual(['prompt', 'info', 'update', 'end', 'info'])
})

test('a conversation is found by its name here, by the beginning of an id, or as the last one here', async () => {
  const { shell, base } = setUp()
  const elsewhere = { ...shell, cwd: join(base, 'elsewhere') }
  mkdirSync(elsewhere.cwd)
  const hold = async (sessionId: string, cwd: string, label?: string) => {
    const recorder = await openRecorder({ agent: 'scout', sessionId, cwd, label }, shell)
    recorder.prompt(typed(sessionId))
    await recorder.close()
    await new Promise(resolve => setTimeout(resolve, 2))
  }
  await hold('agent-aaaa-1', shell.cwd, 'fix')
  await hold('agent-aaaa-2', shell.cwd)
  await hold('agent-bbbb-1', elsewhere.cwd, 'fix')
  const find = async (wanted: string, where = shell) => (await findConversation(wanted, where))?.sessionId
  expect(await find('fix')).toBe('agent-aaaa-1')
  expect(await find('fix', elsewhere)).toBe('agent-bbbb-1')
  expect(await find('last')).toBe('agent-aaaa-2')
  expect(await find('last', elsewhere)).toBe('agent-bbbb-1')
  expect(await find('agent-b')).toBe('agent-bbbb-1')
  expect(await find('age')).toBeUndefined()
  expect(await find('nothing')).toBeUndefined()
  await expect(find('agent-a')).rejects.toMatchObject({ reason: 'ambiguous_session', exitCode: 2 })
  const [latest] = await withShelf(shell, allConversations)
  expect(await find(latest!.id.slice(0, 8))).toBe('agent-bbbb-1')
})

test('a record for which others could write is refused, and said so', async () => {
  const { shell, session, home, err } = setUp()
  mkdirSync(folderOf(home), { recursive: true })
  chmodSync(folderOf(home), 0o777)
  const recorder = await openRecorder(session, shell)
  await recorder.close()
  expect(err()).toContain('can be written by others: chmod 700 it')
})

test('the agent waits for a disk that does not keep up, and for no other', async () => {
  const { shell, session } = setUp()
  await using recorder = await openRecorder(session, shell)
  const rooms = Array.from({ length: 1_000 }, (_, count) => recorder.update(said(`${count}`)))
  expect(rooms[0]).toBeUndefined()
  expect(rooms.at(-1)).toBeInstanceOf(Promise)
  await rooms.at(-1)
  expect(recorder.update(said('more'))).toBeUndefined()
})

test('a name is claimed by one at a time, and by nobody who is gone', async () => {
  const { shell, work, home } = setUp()
  const name = { cwd: work, label: 'work' }
  const order: string[] = []
  const release = await claimName(name, shell)
  const next = claimName(name, shell).then(free => {
    order.push('next')
    return free
  })
  const other = await claimName({ ...name, label: 'play' }, shell)
  order.push('other')
  await other()
  order.push('released')
  await release()
  await (await next)()
  expect(order).toEqual(['other', 'released', 'next'])
  const folder = join(home, '.local/state/parley/names')
  expect(readdirSync(folder)).toEqual([])
  const held = await claimName(name, shell)
  const [file = ''] = readdirSync(folder)
  const { pid } = spawn(process.execPath, ['-e', '0'])
  await expect.poll(() => isGone(pid)).toBe(true)
  const owner = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  writeFileSync(join(folder, file), JSON.stringify({ ...owner, pid }))
  await (await claimName(name, shell))()
  await held()
})

const isGone = (pid = 0): boolean => {
  try {
    return !process.kill(pid, 0)
  } catch {
    return true
  }
}
