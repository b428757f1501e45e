import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { isGone, makePlace, type Place, parley } from '../run/command.fixture.js'
import { AGENT } from '../serve/serving.fixture.js'
import { AGENTS, comeWith, start, statusOf, visit, type Web } from './web.fixture.js'

const ANY = ['--port', '0']
const stateOf = ({ home }: Place): string => join(home, '.local/state/parley/web')
const portOf = (url: string): number => Number(new URL(url).port)

test('the link lets a browser in, once, and scout works in the folder of whoever called', async () => {
  const place = makePlace()
  const web = start(place, ['--agent', 'scout', ...ANY])
  const ready = await web.next()
  expect(ready).toMatchObject({ event: 'ready', folder: place.cwd, agents: ['scout'] })
  expect(await statusOf(ready.url)).toBe(200)
  const cookie = await visit(ready)
  expect(cookie).toMatch(/^parley-\d+=/)
  expect(await visit(ready)).toBe('refused 401')
  const client = await comeWith(cookie, ready.url)
  expect(await client.call(AGENTS, {})).toEqual({
    agents: [{ name: 'scout', title: 'Scout', isDefault: true }],
    folder: place.cwd,
    roots: [place.cwd],
  })
  const session = await client.newSession({ cwd: place.cwd })
  expect((await session.prompt('/write notes.txt hello').outcome).stopReason).toBe('end_turn')
  expect(readFileSync(join(place.cwd, 'notes.txt'), 'utf8')).toContain('hello')
  await expect(client.newSession({ cwd: '/' })).rejects.toThrow()
  // It was written by the gateway, which asked first: a page has no files to lend.
  expect((await parley(place, ['audit', 'show'])).stdout).toContain('notes.txt')
})

test('Enter prints a fresh link, which works, too', async () => {
  const web = start(makePlace(), ANY)
  const ready = await web.next()
  web.enter()
  const another = await web.next()
  expect([another.event, another.url]).toEqual(['link', ready.url])
  expect(another.link).not.toBe(ready.link)
  expect(await visit(another)).toMatch(/^parley-/)
  expect(await visit(ready)).toMatch(/^parley-/)
})

test('a second one gets a link of the first for its own folder, and ends', async () => {
  const place = makePlace()
  const first = start(place, ANY)
  const ready = await first.next()
  const before = await comeWith(await visit(ready), ready.url)
  const other = join(place.home, 'other')
  mkdirSync(other)
  const second = start(place, ['--port', '0'], { cwd: other })
  const found = await second.next()
  expect(found).toMatchObject({ event: 'link', url: ready.url, folder: other, isRunning: true })
  expect(await second.exited).toBe(0)
  expect(second.said()).toContain('has its own port')
  const after = await comeWith(await visit(found), found.url)
  expect(await after.call(AGENTS, {})).toMatchObject({ folder: other, roots: [other, place.cwd] })
  await after.newSession({ cwd: other })
  await before.newSession({ cwd: place.cwd })
  expect(await first.end('SIGINT')).toBe(0)
})

test('of two that begin at the same time one serves and the other has a link of it', async () => {
  const place = makePlace()
  const both = [start(place, ANY), start(place, ANY)]
  const [one, other] = await Promise.all(both.map(web => web.next()))
  expect([one?.event, other?.event].sort()).toEqual(['link', 'ready'])
  expect(one?.url).toBe(other?.url)
})

test('Ctrl+C ends it in order: nothing that runs is left, and what it had is there the next time', async () => {
  const place = makePlace()
  const words = ['--agent', `node ${AGENT} ${place.mark}`]
  const first = start(place, [...words, ...ANY])
  const ready = await first.next()
  expect(ready.agents).toEqual(['agent'])
  const cookie = await visit(ready)
  const session = await (await comeWith(cookie, ready.url)).newSession({ cwd: place.cwd })
  await session.prompt('say one').outcome
  expect(await first.end('SIGINT')).toBe(0)
  expect(await isGone(place.mark)).toBe(true)
  expect(readdirSync(stateOf(place)).filter(name => name.startsWith('running'))).toEqual([])
  const second = start(place, words)
  const again = await second.next()
  expect(again.url).toBe(ready.url)
  const client = await comeWith(cookie, again.url)
  expect((await client.listSessionsPage()).sessions).toMatchObject([{ sessionId: session.id }])
})

test('one that was killed is in nobody’s way, and its port is taken up again', async () => {
  const place = makePlace()
  const first = start(place, ANY)
  const ready = await first.next()
  const cookie = await visit(ready)
  await first.end('SIGKILL')
  expect(existsSync(join(stateOf(place), 'running.json'))).toBe(true)
  const again = await start(place).next()
  expect([again.event, again.url]).toEqual(['ready', ready.url])
  await comeWith(cookie, again.url)
})

/** A program that has a port already. */
async function occupy(port: number): Promise<number> {
  const server = createServer()
  onTestFinished(() => void server.close())
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

test('where its port is taken it has another, and says so; a port that was named is not replaced', async () => {
  const place = makePlace()
  const taken = await occupy(0)
  const named = start(place, ['--port', String(taken)])
  expect(await named.exited).toBe(1)
  expect(named.said()).toMatch(/port \d+ cannot be listened on: another program does\.\n {2}name another one/)
  mkdirSync(stateOf(place), { recursive: true, mode: 0o700 })
  const listen = { address: '127.0.0.1', port: taken }
  writeFileSync(join(stateOf(place), 'web.json'), JSON.stringify({ version: 1, listen }), { mode: 0o600 })
  const web = start(place)
  const ready = await web.next()
  expect(portOf(ready.url)).not.toBe(taken)
  expect(web.said()).toContain(`port ${taken} is taken`)
  expect(await visit(ready)).toMatch(/^parley-/)
})

test('what it remembers and cannot be read is written anew', async () => {
  const place = makePlace()
  mkdirSync(stateOf(place), { recursive: true, mode: 0o700 })
  writeFileSync(join(stateOf(place), 'web.json'), '{"version": 1, "ro', { mode: 0o600 })
  expect((await start(place, ANY).next()).event).toBe('ready')
  expect(JSON.parse(readFileSync(join(stateOf(place), 'web.json'), 'utf8')).roots).toEqual([place.cwd])
})

test('two programs that are called alike are two agents', async () => {
  const place = makePlace()
  const words = [`node ${AGENT} ${place.mark}`, `node ${AGENT} ${place.mark} --other`]
  const web = start(
    place,
    [...words, words[0] ?? ''].flatMap(word => ['--agent', word]),
  )
  expect((await web.next()).agents).toEqual(['agent', 'agent-2'])
})

test('a program whose file has a name that agents cannot have is reached by one that they can', async () => {
  const place = makePlace()
  writeFileSync(join(place.cwd, '__proto__.mjs'), `await import(${JSON.stringify(pathToFileURL(AGENT))})`)
  const ready = await start(place, ['--agent', 'node ./__proto__.mjs', ...ANY]).next()
  expect(ready.agents).toEqual(['proto'])
  const client = await comeWith(await visit(ready), ready.url, 'proto')
  const session = await client.newSession({ cwd: place.cwd })
  expect((await session.prompt('say hello').outcome).stopReason).toBe('end_turn')
})

test('all agents that are installed are there, scout first, and each is reached by its name', async () => {
  const place = makePlace()
  const added = await parley(place, ['agents', 'add', 'helper', '--', process.execPath, AGENT, place.mark])
  expect(added.code).toBe(0)
  const ready = await start(place, ANY).next()
  expect(ready.agents?.slice(0, 2)).toEqual(['scout', 'helper'])
  const client = await comeWith(await visit(ready), ready.url, 'helper')
  const session = await client.newSession({ cwd: place.cwd })
  expect((await session.prompt('say hello').outcome).stopReason).toBe('end_turn')
})

test('an agent that is added while it runs, or that another call names, is there for whoever is in already', async () => {
  const place = makePlace()
  const first = start(place, ANY)
  const ready = await first.next()
  const client = await comeWith(await visit(ready), ready.url)
  const names = async (): Promise<readonly unknown[]> =>
    (await client.call(AGENTS, {})).agents.map(agent => Object(agent).name)
  expect(await names()).not.toContain('helper')
  await parley(place, ['agents', 'add', 'helper', '--', process.execPath, AGENT, place.mark])
  await expect.poll(names, { timeout: 20_000 }).toContain('helper')
  const session = await (await comeWith(await visitAgain(first), ready.url, 'helper')).newSession({
    cwd: place.cwd,
  })
  expect((await session.prompt('say hello').outcome).stopReason).toBe('end_turn')
  const second = start(place, ['--agent', `node ${AGENT} ${place.mark}`, '--agent', 'scout'])
  expect(await second.next()).toMatchObject({ event: 'link', isRunning: true })
  expect([await second.exited, second.said()]).toEqual([0, ''])
  // Whoever has the link of the second finds it there at once.
  expect(await names()).toContain('agent')
  expect(existsSync(join(stateOf(place), 'wishes.json'))).toBe(false)
  const wrong = start(place, ['--agent', 'nobody'])
  expect([await wrong.exited, wrong.said()]).toEqual([2, expect.stringContaining('no agent "nobody"')])
})

/** By a fresh link of it. */
async function visitAgain(web: Web): Promise<string> {
  web.enter()
  return visit(await web.next())
}

test('one that was told its agents has no others, but those that another call names', async () => {
  const place = makePlace()
  const web = start(place, ['--agent', 'scout', ...ANY])
  const ready = await web.next()
  const client = await comeWith(await visit(ready), ready.url)
  await parley(place, ['agents', 'add', 'helper', '--', process.execPath, AGENT, place.mark])
  expect(await start(place, ['--agent', `node ${AGENT} ${place.mark}`]).exited).toBe(0)
  expect(await client.call(AGENTS, {})).toMatchObject({ agents: [{ name: 'scout' }, { name: 'agent' }] })
})

test('what was said in a folder that is gone can be read from another folder', async () => {
  const place = makePlace()
  const words = ['--agent', `node ${AGENT} ${place.mark}`, ...ANY]
  const folder = join(place.home, 'gone')
  mkdirSync(folder)
  const first = start(place, words, { cwd: folder })
  const ready = await first.next()
  const session = await (await comeWith(await visit(ready), ready.url)).newSession({ cwd: folder })
  await session.prompt('say remember').outcome
  await first.end('SIGINT')
  rmSync(folder, { recursive: true })
  const again = await start(place, words).next()
  const client = await comeWith(await visit(again), again.url)
  const told: string[] = []
  await client.loadSession({
    ...{ sessionId: session.id, cwd: folder },
    onUpdate: update => void told.push(JSON.stringify(update)),
  })
  await expect.poll(() => told.join()).toContain('remember')
  await expect(client.newSession({ cwd: folder })).rejects.toThrow()
})

test.each([
  [['--cwd', 'nowhere'], 2, 'expected a directory, found nothing there'],
  [['--port', '70000'], 2, 'Expected a port'],
  [['--agent', 'nobody'], 2, 'there is no agent "nobody"'],
])('what cannot be done is said before anything listens: %s', async (words, code, why) => {
  const web = start(makePlace(), words)
  expect([await web.exited, web.said()]).toEqual([code, expect.stringContaining(why)])
})

test('a folder that nothing can be kept in is named, with what to do', async () => {
  const place = makePlace()
  writeFileSync(join(place.home, 'file'), '')
  const web = start(place, ANY, { env: { XDG_STATE_HOME: join(place.home, 'file') } })
  expect(await web.exited).toBe(1)
  expect(web.said()).toMatch(/which cannot be used: .*\n {2}Make it yours, or .* parley web\n/)
})
