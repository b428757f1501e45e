/** Every way in which a chat ends, or is left: nothing runs on that should not, the terminal is as it was, nothing is lost. */

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeHome, type Person, sitDown } from './person.fixture.js'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const AGENT = fileURLToPath(new URL('./fixtures/hostile.mjs', import.meta.url))
const READY = '│ › Ask something'
const LIMIT = { timeout: 60_000 }
const PATIENT = { within: 20_000 }

/** Neither it nor its child ends when it is asked to. */
const STUBBORN = `
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, () => {})
if (process.argv[2] === undefined) require('node:child_process').spawn(process.execPath, [__filename, 'child'], { stdio: 'inherit' })
else console.log('it runs')
setTimeout(() => {}, 1e8)`

interface Place {
  readonly home: string
  readonly cwd: string
}

function aPlace(): Place {
  const home = makeHome()
  const cwd = join(home, 'notes')
  mkdirSync(cwd)
  mkdirSync(join(home, '.local/state/parley/conversations'), { recursive: true, mode: 0o700 })
  writeFileSync(join(cwd, 'stubborn.cjs'), STUBBORN)
  writeFileSync(join(home, 'editor'), '#!/bin/sh\necho editing\nexec sleep 300\n')
  chmodSync(join(home, 'editor'), 0o755)
  return { home, cwd: realpathSync(cwd) }
}

const agentWith = (beginning = ''): readonly string[] => [
  '--agent',
  `${process.execPath} ${AGENT} ${beginning}`.trim(),
]

/** In a shell that writes down how the terminal was set before and after. */
function chatInShell({ home, cwd }: Place, args: readonly string[] = []): Person {
  const words = [process.execPath, MAIN, 'chat', ...args].map(word => `'${word}'`).join(' ')
  const file = (name: string): string => `stty -a | tr '\\n' ' ' > ${home}/${name}`
  const script = `${file('before')}; ${words}; echo code $?; ${file('after')}; echo all over; read rest`
  const env = { EDITOR: join(home, 'editor') }
  return sitDown({ argv: ['sh', '-c', script], home, cwd, env, columns: 100 })
}

const chat = ({ home, cwd }: Place, ...args: readonly string[]): Person =>
  sitDown({ args: ['chat', ...args], home, cwd })

const parley = ({ home, cwd }: Place, ...args: readonly string[]): Person =>
  sitDown({ args, home, cwd, columns: 120 })

/** The process whose command line holds these words. */
function findProcess(person: Person, part: string): number {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  const own = new Set(person.processes())
  const found = lines
    .filter(line => line.includes(part) && !line.includes('sh -c'))
    .map(line => Number.parseInt(line, 10))
    .find(pid => own.has(pid))
  if (found === undefined) throw new Error(`no process is called ${part}`)
  return found
}
const frontOf = (person: Person): number => findProcess(person, 'main.js chat')
const workerOf = (person: Person): number => findProcess(person, 'chat-worker.js')

const pause = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds))

async function left(person: Person, count: number, within = 15_000): Promise<void> {
  const deadline = performance.now() + within
  while (person.processes().length > count && performance.now() < deadline) await pause(50)
  const pids = person.processes()
  const table = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const rows = table.split('\n').filter(row => pids.includes(Number.parseInt(row, 10)))
  expect(rows.length, rows.map(row => row.slice(0, 200)).join('\n')).toBe(count)
}

/** The shell alone is left, and it has its terminal as it was. */
async function expectRestored(person: Person): Promise<void> {
  await person.see('all over', PATIENT)
  const settings = (name: string): string =>
    readFileSync(join(person.home, name), 'utf8').replace(/rows \d+; columns \d+;/, '')
  expect(settings('after')).toBe(settings('before'))
  for (const mode of ['?2004', '?1004', '?2026', '?1049'])
    expect([
      mode,
      person.bytes.lastIndexOf(`\x1b[${mode}h`) <= person.bytes.lastIndexOf(`\x1b[${mode}l`),
    ]).toEqual([mode, true])
  expect(person.bytes.lastIndexOf('\x1b[?25h')).toBeGreaterThan(person.bytes.lastIndexOf('\x1b[?25l'))
  await left(person, 1)
}

async function say(person: Person, text: string): Promise<void> {
  person.type(text)
  await person.see(`│ › ${text.slice(0, 30)}`)
  // What could be meant is closed first; where nothing is offered, that key would stop the turn.
  if (text.startsWith('/')) await person.press('escape')
  await person.press('enter')
}

/** Scenes to leave: each ends when there is something to be ended. */
const scenes: Readonly<Record<string, (place: Place) => Promise<Person>>> = {
  async command(place) {
    const person = chatInShell(place)
    await person.see(READY, PATIENT)
    await say(person, '/run node stubborn.cjs')
    await person.see(/a 1 {2}Allow/, PATIENT)
    await pause(350)
    await person.press('a')
    await person.see('it runs', PATIENT)
    return person
  },
  async hanging(place) {
    const person = chatInShell(place, agentWith('stubborn'))
    await person.see(READY, PATIENT)
    await say(person, 'deaf')
    await person.see('never ends', PATIENT)
    return person
  },
  async start(place) {
    const person = chatInShell(place, agentWith('mute'))
    await person.see('starting', PATIENT)
    return person
  },
  async editor(place) {
    const person = chatInShell(place)
    await person.see(READY, PATIENT)
    await person.press('ctrl+g')
    await person.see('editing', PATIENT)
    return person
  },
  async page(place) {
    const person = chatInShell(place)
    await person.see(READY, PATIENT)
    await person.press('f1')
    await person.see('Writing', PATIENT)
    return person
  },
}

/** Ways to leave them, and the exit code of each. */
const endings: Readonly<
  Record<string, { readonly code: number; end(person: Person): Promise<void> | void }>
> = {
  '/quit': {
    code: 0,
    async end(person) {
      person.type('/quit')
      await person.see('│ › /quit')
      await person.press('escape', 'enter')
    },
  },
  'Ctrl+C twice': { code: 0, end: person => person.press('ctrl+c', 'ctrl+c') },
  ...Object.fromEntries(
    [
      ['SIGTERM', 143] as const,
      ['SIGINT', 130] as const,
      ['SIGHUP', 129] as const,
      ['SIGQUIT', 131] as const,
    ].map(([signal, code]) => [
      signal,
      { code, end: (person: Person) => void process.kill(frontOf(person), signal) },
    ]),
  ),
  'SIGTERM of the worker': { code: 0, end: person => void process.kill(workerOf(person), 'SIGTERM') },
  'SIGKILL of the worker': { code: 8, end: person => void process.kill(workerOf(person), 'SIGKILL') },
}

test.concurrent.each(Object.keys(endings))(
  '%s in the middle of a command that does not end',
  LIMIT,
  async name => {
    const person = await scenes.command!(aPlace())
    await endings[name]!.end(person)
    await expectRestored(person)
    await person.see(`code ${endings[name]!.code}`)
  },
)

test.concurrent.each(
  ['hanging', 'start', 'page', 'editor'].flatMap(scene =>
    ['SIGTERM', 'SIGHUP', 'SIGKILL of the worker'].map(name => [name, scene] as const),
  ),
)('%s: %s', LIMIT, async (name, scene) => {
  const person = await scenes[scene]!(aPlace())
  await endings[name]!.end(person)
  // Whoever writes in an editor goes on writing: it is theirs to end.
  if (scene === 'editor' && name.includes('worker')) {
    await pause(300)
    expect(person.screen().join('\n')).not.toContain('all over')
    process.kill(findProcess(person, 'sleep 300'), 'SIGTERM')
  }
  await expectRestored(person)
  await person.see(`code ${endings[name]!.code}`)
})

test.concurrent.each(Object.keys(scenes))(
  'a window that is closed, and a front that is killed: %s',
  LIMIT,
  async scene => {
    const closed = await scenes[scene]!(aPlace())
    const close: unknown = Reflect.get(closed.pty, 'destroy')
    if (typeof close === 'function') Reflect.apply(close, closed.pty, [])
    await left(closed, 0, 25_000)
    const killed = await scenes[scene]!(aPlace())
    process.kill(frontOf(killed), 'SIGKILL')
    await killed.see('all over', PATIENT)
    // An editor that it had started is the person's, and has the terminal.
    if (scene === 'editor') process.kill(findProcess(killed, 'sleep 300'), 'SIGTERM')
    await left(killed, 1, 25_000)
  },
)

/** Everything at once, as when a machine loses its power. */
function killAll(person: Person): void {
  for (const pid of person.processes())
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It was gone before.
    }
}

const draftsOf = ({ home }: Place): string =>
  execFileSync('sh', ['-c', 'cat .local/state/parley/drafts/* 2>/dev/null || true'], {
    ...{ cwd: home, encoding: 'utf8' },
  })

async function until(isSo: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 20_000
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`${what}: not in time`)
    await pause(30)
  }
}

test.concurrent(
  'after a kill of everything the draft, the prompts that waited and the conversation are there',
  LIMIT,
  async () => {
    const place = aPlace()
    const person = chat(place, ...agentWith())
    await person.see(READY, PATIENT)
    await say(person, 'deaf')
    await person.see('never ends', PATIENT)
    await say(person, 'a prompt that waits')
    await person.see('next 1. a prompt that waits', PATIENT)
    await say(person, 'and another')
    await person.see('2. and another', PATIENT)
    person.type('half a thou')
    await person.see('half a thou')
    await until(() => draftsOf(place).includes('half a thou'), 'the draft is kept')
    killAll(person)
    await left(person, 0)

    const next = chat(place, ...agentWith())
    await next.see('half a thou', PATIENT)
    await next.see('a prompt that waits')
    await next.see('and another')
    expect(next.screen().join('\n')).not.toContain('never ends')
    // It is text in the box, and nobody has sent it.
    expect(next.screen().join('\n')).not.toContain('queued')
    killAll(next)
    await left(next, 0)

    const again = chat(place, '--resume')
    await again.see('never ends', PATIENT)
    await again.see('› deaf')
    await again.see('half a thou', PATIENT)
    // What is in the box first; a third one that comes when it is leaving would end it otherwise.
    await again.press('ctrl+c')
    await again.gone('half a thou')
    await again.press('ctrl+c', 'ctrl+c')
    expect(await again.exit()).toBe(0)
    await left(again, 0)
  },
)

test.concurrent(
  'a turn goes on while nobody looks, and what it asks is answered by who comes back',
  LIMIT,
  async () => {
    const place = aPlace()
    const person = chat(place, ...agentWith())
    await person.see(READY, PATIENT)
    await say(person, 'later')
    await person.see('begun', PATIENT)
    await person.press('ctrl+d')
    await person.see('parley attach', PATIENT)
    expect(await person.exit()).toBe(0)
    writeFileSync(join(place.cwd, 'go'), '')
    await pause(500)
    expect(person.processes().length).toBeGreaterThan(0)

    const back = parley(place, 'attach')
    await back.see('begun', PATIENT)
    await back.see('went on', PATIENT)
    await back.see('? while you were away', PATIENT)
    await pause(350)
    await back.press('a')
    await back.see('answer y', PATIENT)
    await back.see(READY, PATIENT)
    await back.press('ctrl+c', 'ctrl+c')
    expect(await back.exit()).toBe(0)
    await left(back, 0)
  },
)

/** Whether this worker was started by the chat that this person looks at. */
const hasTerminal = (pid: number, { pty }: Person): boolean =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(pty.pid)

test.concurrent('those that run can be seen and ended, and nothing of them is left', LIMIT, async () => {
  const place = aPlace()
  const none = parley(place, 'attach', '--list')
  await none.see('No chat is running.', PATIENT)
  expect(await none.exit()).toBe(0)
  const people = ['first', 'second'].map(() => chat(place, ...agentWith('stubborn')))
  for (const person of people) {
    await person.see(READY, PATIENT)
    await say(person, 'deaf')
    await person.see('never ends', PATIENT)
  }
  const [watched, detached] = people
  await detached!.press('ctrl+d')
  await detached!.exit(PATIENT)

  const list = parley(place, 'attach', '--list')
  await until(() => list.bytes.split(place.cwd).length === 3, 'both are listed')
  expect(await list.exit()).toBe(0)
  const ids = [...list.bytes.matchAll(/^ {2}([0-9a-z]{8}) {2}/gm)].map(([, id = '']) => id)
  expect(ids).toHaveLength(2)
  // What was said first stands for a title where there is none.
  expect(list.bytes).toMatch(/◐ working +\d+ s +in a terminal +deaf /)
  expect(list.bytes).toMatch(/◐ working +\d+ s +no terminal +deaf /)
  const many = parley(place, 'attach', '--end')
  await many.see('several chats are running.', PATIENT)
  expect(await many.exit()).toBe(2)
  const doctor = parley(place, 'agents', 'doctor')
  await doctor.see('parley attach --end <id>', PATIENT)
  // The one that nobody looks at hears nothing any longer.
  for (const pid of detached!.processes())
    if (
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('chat-worker.js') &&
      !hasTerminal(pid, watched!)
    )
      process.kill(pid, 'SIGSTOP')
  for (const id of ids) {
    const end = parley(place, 'attach', '--end', id)
    await end.see(`Ended  ${id}`, PATIENT)
    expect(await end.exit()).toBe(0)
  }
  expect(await watched!.exit(PATIENT)).toBe(0)
  await doctor.exit(PATIENT)
  await left(watched!, 0)
})

test.concurrent(
  'who is left alone with nothing to do ends, and who has work to do does not',
  LIMIT,
  async () => {
    const place = aPlace()
    const env = { PARLEY_DETACHED_HOURS: String(1 / 3_600) }
    const person = sitDown({ args: ['chat', ...agentWith()], ...place, env })
    await person.see(READY, PATIENT)
    await say(person, 'later')
    await person.see('begun', PATIENT)
    await person.press('ctrl+d')
    await person.exit(PATIENT)
    await pause(2_500)
    expect(workerOf(person)).toBeGreaterThan(0)
    const back = parley(place, 'attach')
    await back.see('begun', PATIENT)
    await back.press('escape')
    await back.see('stopping', PATIENT)
    writeFileSync(join(place.cwd, 'go'), '')
    await back.gone('stopping', PATIENT)
    // Who is looked at stays, however long.
    await pause(2_000)
    await back.press('ctrl+c')
    back.type('/detach')
    await back.press('enter')
    expect(await back.exit(PATIENT)).toBe(0)
    await left(back, 0)
  },
)
