import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type IPty, spawn as spawnAt } from '@lydell/node-pty'
import { afterAll, expect, test } from 'vitest'
import {
  hiddenIn,
  isGone,
  MAIN,
  makePlace,
  type Place,
  processesWith,
  type Ran,
} from '../../run/command.fixture.js'
import type { ChatSettings } from '../settings.js'

const PLAIN = fileURLToPath(new URL('fixtures/plain.mjs', import.meta.url))
const DOORKEEPER = fileURLToPath(new URL('../fixtures/doorkeeper.mjs', import.meta.url))
const HOSTILE = fileURLToPath(new URL('../../run/fixtures/hostile.mjs', import.meta.url))

const open: IPty[] = []
// One whose test failed would wait for ever.
afterAll(() => {
  for (const terminal of open) terminal.kill('SIGKILL')
})

const actorOf = (place: Place): string => place.actor[1] ?? ''

/** Without a terminal: everything that is typed comes at once. */
async function piped(
  place: Place,
  settings: Partial<ChatSettings>,
  { stdin = '', signal }: { readonly stdin?: string; readonly signal?: (out: string) => boolean } = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [PLAIN, JSON.stringify(settings)], {
    cwd: place.cwd,
    env: place.env(),
  })
  let [stdout, stderr] = ['', '']
  child.stderr.setEncoding('utf8').on('data', text => (stderr += text))
  child.stdout.setEncoding('utf8').on('data', text => {
    stdout += text
    if (signal?.(stdout) === true) child.kill('SIGINT')
  })
  child.stdin.end(stdin)
  return new Promise(resolve => child.once('close', code => resolve({ code, stdout, stderr })))
}

/** At a terminal: what is shown, and lines to type. */
function atTerminal(settings: Partial<ChatSettings>, place = makePlace(), env: NodeJS.ProcessEnv = {}) {
  const terminal = spawnAt(
    process.execPath,
    [PLAIN, JSON.stringify({ agent: actorOf(place), ...settings })],
    {
      ...{ cols: 200, rows: 50, cwd: place.cwd },
      env: { ...place.env(), TERM: 'dumb', ...env },
    },
  )
  open.push(terminal)
  let shown = ''
  terminal.onData(text => {
    shown += text.replaceAll('\r\n', '\n')
  })
  const ended = new Promise<number>(resolve => terminal.onExit(({ exitCode }) => resolve(exitCode)))
  const see = async (part: string, times = 1): Promise<void> => {
    const late = performance.now() + 15_000
    while (shown.split(part).length <= times) {
      if (performance.now() > late) throw new Error(`“${part}” was not shown:\n${shown}`)
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
  const type = async (line: string): Promise<void> => {
    await new Promise(resolve => setTimeout(resolve, 400))
    terminal.write(line)
  }
  const write = (text: string): void => terminal.write(text)
  return { place, ended, see, type, write, screen: () => shown }
}

test('each line of a pipe is a prompt, told in lines with who says it, and the worst turn is the exit code', async () => {
  const place = makePlace()
  const stdin = 'show\nrefuse\nsay two \\\nlines'
  const ran = await piped(place, { agent: actorOf(place) }, { stdin })
  expect(ran.code).toBe(6)
  const lines = ran.stdout.split('\n')
  expect(lines).toContain('you: show')
  expect(lines).toContain('thought: Let me think.')
  expect(lines).toContain('agent: # Title')
  expect(lines).toContain('  Some *text*.')
  expect(lines).toContain('plan 1/2 Leap')
  expect(ran.stdout).toMatch(/^tool edit a\.txt:3 \(Edit a file\) … done \d+ ms$/m)
  expect(ran.stdout).toMatch(/^tool search Look for it … failed \d+ ms\n {2}nothing found$/m)
  expect(ran.stdout).toMatch(/^you: say two\n {2}lines\nagent: two lines\nturn: done/m)
  expect(ran.stdout).toMatch(/^agent: No\.\nturn: the agent refused/m)
  expect(await isGone(place.mark)).toBe(true)
}, 30_000)

test('without a terminal every question is dismissed loudly, and the exit code says which kind it was', async () => {
  const place = makePlace()
  const agent = `${process.execPath} ${MAIN} agent`
  const ran = await piped(place, { agent }, { stdin: '/write notes.md hello\n' })
  expect(ran.stdout).toContain('question: may the agent do this?')
  expect(ran.stdout).toContain('\n  A yes covers only this change, to this file.\n')
  expect(ran.stdout).not.toContain('It may destroy something.')
  expect(ran.stdout).toContain('DISMISSED: nobody can be asked here.')
  expect(ran.stdout).toContain('--policy')
  expect(ran.code).toBe(5)
  expect(existsSync(join(place.cwd, 'notes.md'))).toBe(false)
  writeFileSync(join(place.cwd, 'notes.md'), 'old\n')
  const over = await piped(place, { agent }, { stdin: '/write notes.md hello\n' })
  expect(over.stdout).toContain('  It may destroy something.\n')
  const form = await piped(place, { agent: actorOf(place) }, { stdin: 'form\n' })
  expect(form.code).toBe(10)
  expect(form.stdout).toContain('question: Who are you?')
  expect(form.stdout).not.toContain('Type a line')
}, 30_000)

test('an agent that cannot be started, that dies, and that nobody signed in to end with their codes', async () => {
  const place = makePlace()
  const none = await piped(place, { agent: 'no-such-agent-at-all' }, { stdin: 'hello\n' })
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('parley: there is no agent') })
  const dead = await piped(place, { agent: actorOf(place) }, { stdin: 'crash\nsay never\n' })
  expect(dead).toMatchObject({ code: 8, stderr: expect.stringContaining('exited with code 7') })
  expect(dead.stdout).not.toContain('never')
  const locked = join(place.cwd, 'locked')
  mkdirSync(locked)
  const shut = await piped(place, { agent: actorOf(place), cwd: locked }, { stdin: 'hello\n' })
  expect(shut).toMatchObject({ code: 9, stderr: expect.stringContaining('sign in first') })
}, 30_000)

test('what an agent says reaches the terminal without anything hidden in it', async () => {
  const place = makePlace()
  for (const deed of ['escapes', 'error', 'dies']) {
    const ran = await piped(place, { agent: `${process.execPath} ${HOSTILE} ${deed}` }, { stdin: 'go\n' })
    expect(hiddenIn(ran.stdout + ran.stderr)).toEqual([])
  }
}, 30_000)

test('a conversation is taken up again by its record', async () => {
  const place = makePlace()
  const agent = actorOf(place)
  await piped(place, { agent }, { stdin: 'say hello\n' })
  const again = await piped(place, { agent, resume: 'last' }, { stdin: 'state\n' })
  expect(again.stdout).toMatch(/taken up again, 1 prompt so far\nyou: say hello\nagent: hello\nyou: state/)
  expect(again.stdout).toContain('"isLoaded":true')
}, 30_000)

test('the first Ctrl+C cancels the turn, and without another prompt it ends as cancelled', async () => {
  const place = makePlace()
  let isSent = false
  const ran = await piped(
    place,
    { agent: actorOf(place) },
    {
      stdin: 'run sleep 30\nslow\n',
      signal: out => {
        const isNow = !isSent && out.includes('you: slow')
        isSent ||= isNow
        return isNow
      },
    },
  )
  expect(ran.stdout).toContain('note: cancelling.')
  expect(ran.code).toBe(130)
  expect(await isGone(place.mark)).toBe(true)
}, 30_000)

test('at a terminal a question is answered by its number or its words, and by nothing else', async () => {
  const { see, type, ended, screen, place } = atTerminal({})
  await see('you: ')
  await type('write notes.txt one 2\r')
  await see('question: may the agent do this?')
  await see('1 + one 2')
  await type('yes please\r')
  await see('that answers nothing')
  expect(existsSync(join(place.cwd, 'notes.txt'))).toBe(false)
  await see('question: may the agent do this?', 2)
  await type('allow once\r')
  await see('agent: written')
  expect(readFileSync(join(place.cwd, 'notes.txt'), 'utf8')).toBe('one 2\n')
  await type('ask execute\r')
  await see('1  Allow')
  await type('2\r')
  await see('agent: answered no')
  await type('/quit\r')
  expect(await ended).toBe(0)
  expect(screen()).not.toContain('\u001b')
  expect(await isGone(place.mark)).toBe(true)
}, 30_000)

test('a line that was typed before a question could be read does not answer it', async () => {
  const { see, type, write, ended } = atTerminal({})
  await see('you: ')
  await type('ask execute\r')
  await see('or /dismiss.')
  write('1\r')
  await see('came before the question could be read')
  await type('1\r')
  await see('agent: answered yes')
  await type('/quit\r')
  expect(await ended).toBe(0)
}, 30_000)

test('a form is filled in a field at a time, and what does not fit is asked again', async () => {
  const { see, type, ended } = atTerminal({})
  await see('you: ')
  await type('form\r')
  await see('Your name — as friends say it (string):')
  await type('\r')
  await see('Your name — as friends say it (string):', 2)
  await type('Ada\r')
  await see('count (integer, may be left empty):')
  await type('many\r')
  await see('count (integer, may be left empty):', 2)
  await type('3\r')
  await see('{"action":"accept","content":{"name":"Ada","count":3}}')
  await type('/quit\r')
  expect(await ended).toBe(0)
}, 30_000)

test('at a terminal Ctrl+C cancels, then leaves; modes are shown and set; a new conversation begins', async () => {
  const { see, type, ended, place } = atTerminal({})
  await see('you: ')
  await type('/mode\r')
  await see('modes: ask (now), code')
  await type('/mode code\r')
  await type('state\r')
  await see('"mode":"code"')
  await type('slow\r')
  await see('agent: working', 0)
  await new Promise(resolve => setTimeout(resolve, 300))
  await type('\u0003')
  await see('turn: the agent says that the turn was cancelled')
  await type('/new\r')
  await see('conversation ', 2)
  await type('/help\r')
  await see('/quit leaves')
  await type('\u0003')
  expect(await ended).toBe(130)
  expect(await isGone(place.mark)).toBe(true)
}, 30_000)

test('what is to be said first is shown and sent, at a terminal and without one', async () => {
  const { see, type, ended, place } = atTerminal({ prompt: 'say hello' })
  await see('you: say hello\nagent: hello')
  await type('/quit\r')
  expect(await ended).toBe(0)
  const ran = await piped(place, { agent: actorOf(place), prompt: 'say hello' }, { stdin: 'say more\n' })
  expect(ran.stdout).toMatch(/you: say hello\nagent: hello\nturn: .*\nyou: say more\nagent: more/)
}, 30_000)

test('somebody signs in at the terminal by the number of a way', async () => {
  const place = makePlace()
  const locked = join(place.cwd, 'locked')
  mkdirSync(locked)
  const { see, type, ended } = atTerminal({ cwd: locked }, place)
  await see('1  A token, from the shop')
  await type('7\r')
  await see('type the number of a way')
  await type('1\r')
  await see('conversation ')
  await type('say hello\r')
  await see('agent: hello')
  await type('\u0004')
  expect(await ended).toBe(0)
}, 30_000)

test('a program to sign in with is shown with all it is given, gets no more, and is not begun by a line typed too soon', async () => {
  const place = makePlace()
  const token = join(place.home, 'token')
  const agent = `${process.execPath} ${DOORKEEPER} ${token} new shop,key ${place.mark}`
  const { see, type, write, ended, screen } = atTerminal({ agent }, place, { MY_SECRET_TOKEN: 'hush' })
  await see(
    '1  At the shop (a program in this terminal)\n     runs its own program --sign-in DOOR_WORD=please',
  )
  await see('2  A key, set DOOR_KEY and DOOR_PLACE')
  expect(screen()).toContain('(not from here)')
  write('1\r')
  await see('came before the ways could be read')
  expect(screen()).not.toContain('Your word')
  await type('1\r')
  await see('Your word, please:')
  const given = readFileSync(`${token}.env`, 'utf8').split(' ')
  expect(given).toContain('DOOR_WORD')
  expect(given).toContain('TERM')
  expect(given).not.toContain('MY_SECRET_TOKEN')
  await type('please\r')
  await see('conversation ')
  await type('/quit\r')
  expect(await ended).toBe(0)
}, 30_000)

test('an output that nobody reads slows the agent down, and memory stays small', async () => {
  const place = makePlace()
  const count = join(place.cwd, 'count')
  writeFileSync(count, '0')
  const settings = { agent: `${process.execPath} ${HOSTILE} gush ${count} ${place.mark}` }
  const child = spawn(process.execPath, [PLAIN, JSON.stringify(settings)], {
    cwd: place.cwd,
    env: place.env(),
  })
  child.stdin.end('go\n')
  child.stdout.pause()
  const counted = (): number => Number(readFileSync(count, 'utf8'))
  let first = 0
  // Until it stands still: on a busy machine it takes a while until there is no room.
  do {
    first = counted()
    await new Promise(resolve => setTimeout(resolve, 1_000))
  } while (first === 0 || counted() !== first)
  expect(first).toBeLessThan(1_500)
  child.kill('SIGKILL')
  expect(await isGone(place.mark)).toBe(true)
  expect(processesWith(place.mark)).toEqual([])
}, 30_000)
