/** Screens on the sessions of a real gateway: people at terminals, and programs without one. */

import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, type TestContext, test } from 'vitest'
import { type Person, sitDown } from '../chat/person.fixture.js'
import { begin, makePlace, type Place, parley } from '../run/command.fixture.js'
import { configOf, type Served, serve } from '../serve/serving.fixture.js'

const READY = '│ › Ask something'

/** A screen of somebody with a home of their own. */
function screen(place: Place, args: readonly string[], token?: string): Person {
  const env = token === undefined ? {} : { PARLEY_TOKEN: token }
  return sitDown({ args, cwd: place.cwd, columns: 100, env })
}

/** A gateway, and a first screen that has begun a session there. */
async function begun({ onTestFinished: whenOver }: TestContext) {
  const place = makePlace()
  const config = configOf(place)
  const served = await serve(place, [...config, '--port', '0'], whenOver)
  const first = screen(place, ['chat', '--url', served.url], served.token)
  await first.see(READY)
  const serveAgain = (): Promise<Served> => serve(place, [...config, '--port', String(served.port)], whenOver)
  return { place, served, first, serveAgain }
}

async function send(person: Person, text: string): Promise<void> {
  person.type(text)
  await person.see(`│ › ${text} `)
  await person.press('enter')
}

async function leave(person: Person): Promise<void> {
  await person.press('ctrl+c', 'ctrl+c')
  expect(await person.exit()).toBe(0)
}

/** Not `expect.poll`, which must know its test: others run beside it. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise(resolve => setTimeout(resolve, 20))
}

/** Asks for a link, and copies it off the screen. */
async function share(person: Person, command: string): Promise<string> {
  const linksIn = (): readonly string[] => whole(person).match(/(?<=')http[^']*&session=[^']*(?=')/g) ?? []
  const before = linksIn().length
  await send(person, command)
  await until(() => linksIn().length === before + 1)
  expect(whole(person)).toContain('The link works once, within 30 seconds')
  return linksIn().at(-1) ?? ''
}

const whole = (person: Person): string => [...person.scrollback(), ...person.screen()].join('\n')
const times = (text: string, part: string): number => text.split(part).length - 1
const carriedOut = ({ cwd }: Place): string => readFileSync(join(cwd, 'carried-out'), 'utf8')

// Two lines of tests beside each other: most of their time programs start.
describe.concurrent('a screen on a session', () => {
  test.sequential('is chosen from a list, tells what was said and what is said; the first answer to a question counts for both', async context => {
    const { place, served, first } = await begun(context)
    await send(first, 'say before')
    await first.see(/^before/m)
    await first.see(READY)
    const second = screen(place, ['attach', served.url], served.token)
    await second.see('Which one?')
    await second.see(/say before +fixture +just now +✓ idle +owner \(admin\)/)
    await second.press('enter')
    await second.see('Also here: owner (admin).')
    await first.see('owner (admin) is here.')
    expect(whole(second)).toMatch(/› say before\n\nbefore/)
    await send(second, 'say between')
    for (const person of [first, second]) await person.see(/^between/m)
    expect(times(whole(first), '› say between')).toBe(1)
    await first.see(READY)
    await send(first, 'ask')
    for (const person of [first, second]) await person.see('a 1  Allow')
    await new Promise(resolve => setTimeout(resolve, 400))
    await second.press('a')
    await first.see('owner answered: Allow')
    await first.gone('a 1  Allow')
    for (const person of [first, second]) await person.see('chosen: allow')
    expect(whole(second)).not.toContain('owner answered')
    await leave(second)
    expect(second.bytes).toMatch(/parley attach ws:\/\/127\.0\.0\.1:\d+\/acp \S+/)
    await first.see('owner (admin) left.')
    expect(carriedOut(place)).toBe('say before\nsay between\nask\n')
    await leave(first)
  }, 60_000)

  test.sequential('survives a gateway that is killed and started anew: nothing is lost, nothing is told twice', async context => {
    const { place, served, first, serveAgain } = await begun(context)
    await send(first, 'say before')
    await first.see(/^before/m)
    const second = screen(place, ['attach', served.url], served.token)
    await second.see('Which one?')
    await second.press('enter')
    await second.see(READY)
    await send(first, 'slowly 2000')
    await second.see(' 20 ')
    await served.end('SIGKILL')
    await second.see('The connection broke')
    await second.see('! no connection')
    await serveAgain()
    await second.see('Connected again.')
    await second.see('⊘ cancelled')
    await second.gone('! no connection')
    await second.see(READY)
    await send(second, 'say after')
    for (const person of [first, second]) await person.see(/^after/m)
    const said = whole(second)
    const numbers = (/^1 2 3[\d\s]*/m.exec(said)?.[0] ?? '').trim().split(/\s+/).map(Number)
    expect(numbers.length).toBeGreaterThan(20)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    for (const words of ['› say before', '› slowly 2000', '› say after']) expect(times(said, words)).toBe(1)
    expect(carriedOut(place)).toBe('say before\nslowly 2000\nsay after\n')
  }, 60_000)

  test.sequential('who leaves is told a line that brings them back as it stands, with the file of their token', async ({
    onTestFinished,
  }) => {
    const place = makePlace()
    const served = await serve(place, [...configOf(place), '--port', '0'], onTestFinished)
    const file = join(place.home, 'my token')
    cpSync(served.tokenFile, file)
    const sit = (args: readonly string[]): Person => sitDown({ args, cwd: place.cwd, columns: 250 })
    const first = sit(['chat', '--url', served.url, '--token-file', file])
    await first.see(READY)
    await send(first, 'say before')
    await first.see(/^before/m)
    await leave(first)
    const typed = /To come back:\n.*? (attach .*)/.exec(whole(first))?.[1]?.trim() ?? ''
    expect(typed).toContain(`--token-file '${file}'`)
    // As a shell understands it.
    const words = execFileSync('sh', ['-c', `printf '%s\\n' ${typed}`], { encoding: 'utf8' })
    const second = sit(words.trim().split('\n'))
    await second.see(/^before/m)
    await leave(second)
  }, 60_000)

  test.sequential('a gateway refuses a wrong token, has no session of that name, and can be called as any agent', async ({
    onTestFinished,
  }) => {
    const place = makePlace()
    const served = await serve(place, [...configOf(place), '--port', '0'], onTestFinished)
    const come = (token: string, ...words: string[]) => parley(place, words, { env: { PARLEY_TOKEN: token } })
    const call = ['call', '--url', `${served.url.replace('http', 'ws')}/acp`]
    const [refused, missing, called, stranger] = await Promise.all([
      come('parley_wrong', 'attach', served.url),
      come(served.token, 'attach', served.url, 'none'),
      come(served.token, ...call, '_parley/session/list'),
      come('parley_wrong', ...call, 'session/list'),
    ])
    expect(refused).toMatchObject({ code: 9, stderr: expect.stringContaining('--token-file') })
    expect(missing).toMatchObject({ code: 4, stderr: expect.stringContaining('no session none') })
    expect(JSON.parse(called.stdout)).toEqual({ sessions: [] })
    expect(stranger).toMatchObject({ code: 9, stdout: '' })
  }, 60_000)
})

describe.concurrent('a screen of somebody else, or none,', () => {
  test.sequential('comes by a link that works once; who may only look is told so, and writes nothing', async context => {
    const { place, served, first } = await begun(context)
    await send(first, 'say hello')
    await first.see(/^hello/m)
    await first.see(READY)
    const link = await share(first, '/share')
    expect(link).toContain(`${served.url}/#ticket=`)
    const viewer = screen(place, ['attach', link])
    await viewer.see('You are watching')
    expect(whole(viewer)).toContain('hello')
    const guest = screen(place, ['chat', '--attach', await share(first, '/share editor')])
    const again = await parley(place, ['attach', link])
    expect(again).toMatchObject({ code: 9, stdout: '', stderr: expect.stringContaining('has been used') })
    viewer.type('say forbidden')
    await viewer.press('enter')
    await guest.see(READY)
    await send(guest, 'say more')
    await viewer.see(/^more/m)
    await first.see('guest (editor) is here.')
    await first.see(/^guest:\n› say more\n\nmore$/m)
    expect(viewer.screen().join('\n')).not.toMatch(/forbidden|│ ›/)
    expect(carriedOut(place)).toBe('say hello\nsay more\n')
    await guest.see(READY)
    await send(guest, '/share')
    await guest.see('not yours to hand on')
    await Promise.all([leave(guest), leave(viewer)])
    const state = join(place.home, '.local/state/parley/gateway')
    for (const file of ['audit.ndjson', 'refusals.ndjson'])
      expect(readFileSync(join(state, 'audit', file), 'utf8')).not.toContain(link.match(/ticket=(\w+)/)?.[1])
    // What the links gave was given back.
    expect(readFileSync(join(state, 'tokens.json'), 'utf8')).not.toContain('pass-')
  }, 60_000)

  test.sequential('who leaves has answered nothing: what is asked stays asked, and whoever follows is told of it', async context => {
    const { place, served, first } = await begun(context)
    await send(first, 'ask')
    await first.see('a 1  Allow')
    const env = { PARLEY_TOKEN: served.token }
    const listed = await parley(place, ['attach', served.url, '--format', 'json'], { env })
    const [{ sessionId }] = JSON.parse(listed.stdout)
    const follower = begin(place, ['attach', served.url, sessionId], { env })
    await follower.said('the agent asks, and waits for an answer')
    const second = screen(place, ['attach', served.url, sessionId], served.token)
    await second.see('a 1  Allow')
    follower.child.kill('SIGTERM')
    expect(await follower.wait).toMatchObject({ code: 130 })
    await second.press('tab')
    await leave(second)
    await first.gone(/· \d here/)
    expect(first.screen().join('\n')).toContain('a 1  Allow')
    await first.press('a')
    await first.see('chosen: allow')
    await leave(first)
  }, 60_000)

  test.sequential('without a terminal sessions are listed, and one is told in lines and followed; from its beginning, where the gateway was put back to an earlier day', async context => {
    const { place, served, first, serveAgain } = await begun(context)
    await send(first, 'say hello')
    await first.see(/^hello/m)
    await first.see(READY)
    const env = { PARLEY_TOKEN: served.token }
    const listed = await parley(place, ['attach', served.url, '--format', 'json'], { env })
    const [session] = JSON.parse(listed.stdout)
    expect(session).toMatchObject({ title: 'say hello', agent: 'fixture', isBusy: false, cwd: place.cwd })
    const { sessionId } = session
    const state = join(place.home, '.local/state/parley')
    cpSync(state, `${state}-before`, { recursive: true })
    const text = begin(place, ['attach', served.url, sessionId.slice(0, 8)], { env })
    const json = begin(place, ['attach', served.url, sessionId, '--format', 'json'], { env })
    await text.said('agent: hello')
    await json.said('"hello ')
    await send(first, 'say later')
    expect(await text.said('turn of owner')).toMatch(/owner: say hello\nagent: hello/)
    expect(await text.said('agent: later')).toMatch(/owner: say later\nagent: later/)
    const written = await json.said('"later ')
    const lines = written
      .split('\n')
      .slice(0, -1)
      .map(line => JSON.parse(line))
    expect(lines[0]).toMatchObject({ type: 'session', sessionId, role: 'admin' })
    expect(new Set(lines.map(({ type }) => type))).toEqual(new Set(['session', 'update', 'turn', 'presence']))
    await first.see(/^later/m)
    await served.end('SIGKILL')
    rmSync(state, { recursive: true })
    renameSync(`${state}-before`, state)
    await serveAgain()
    await first.see('this is all of it, from the beginning')
    await first.see(/^hello/m)
    await first.see(READY)
    expect(first.screen().join('\n')).not.toContain('later')
    for (const [told, words] of [
      [text, 'agent: hello'],
      [json, '"hello '],
    ] as const)
      await until(async () => times(await told.said(''), words) === 2)
    expect(await text.said('')).toMatch(
      /agent: later[\s\S]*note: from here on the conversation is told from its beginning\.[\s\S]*owner: say hello/,
    )
    const [before = '', after = ''] = (await json.said('')).split('"type":"reset"')
    expect([before, after].map(told => times(told, '"hello '))).toEqual([1, 1])
    expect(after).not.toMatch(/later|_parley/)
    for (const { child, wait } of [text, json]) {
      child.kill('SIGTERM')
      expect(await wait).toMatchObject({ code: 130, stderr: '' })
    }
  }, 60_000)
})

test.concurrent.each([
  [['http://127.0.0.1:1'], 8, /cannot be reached/],
  [['https://:secret@acp.example.org'], 2, /does not belong into the address/],
  [['http://127.0.0.1:1', '--token-file', 'none'], 2, /none cannot be read/],
  [['http://127.0.0.1:1', '--end'], 2, /on this machine/],
])(
  '%s ends with words and an exit code',
  async (words, code, sentence) => {
    const told = await parley(makePlace(), ['attach', ...words])
    expect(told).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(sentence) })
    expect(told.stderr).not.toContain('secret@')
  },
  60_000,
)
