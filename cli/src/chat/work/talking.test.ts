import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { isGone, processesWith } from '../../run/command.fixture.js'
import { ChangeRegistry } from '../changes/change-registry.js'
import { drawWaiting } from '../draw/waiting.js'
import { aModel, Play } from '../model/model.fixture.js'
import { drawQuestion } from '../questions/draw.js'
import { textOfLine } from '../screen/line.js'
import type { Lending } from '../worker/terminal.js'
import { asker, hostile, type Person, person, restless, SCOUT, shy, talkWith } from './talking.fixture.js'

/** A terminal that is lent to programs, which need nobody. */
const lender = (lent: Lending[]): { lend(lending: Lending): Promise<number> } => ({
  async lend(lending) {
    lent.push(lending)
    const [command = '', ...args] = lending.argv
    return spawnSync(command, args, { env: { ...process.env, ...lending.env } }).status ?? 1
  },
})

test('a prompt to scout is sent, answered in updates, and over, in this order', async () => {
  const who = person()
  writeFileSync(join(who.cwd, 'notes.md'), 'remember the milk\n')
  const opened = await talkWith(who, SCOUT)
  expect(opened.isResumed).toBe(false)
  expect(opened.facts.modes.map(({ id }) => id)).toEqual(['ask', 'code', 'architect'])
  expect(opened.abilities).toMatchObject({ image: true, embedded: true, fork: true, steer: false })
  const over = await who.say('/read notes.md')
  expect(over.stopReason).toBe('end_turn')
  expect(who.heard()).toContain('milk')
  const order = who.news
    .map(({ is }) => is)
    .filter(is => ['connected', 'opened', 'sent', 'over'].includes(is))
  expect(order).toEqual(['connected', 'opened', 'sent', 'over'])
  const last = who.news.findLastIndex(({ is }) => is === 'updates')
  expect(last).toBeLessThan(who.news.findIndex(({ is }) => is === 'over'))
})

test('every word is heard once, and the record holds what was heard', async () => {
  const who = person()
  const { record } = await talkWith(who, who.actor)
  await who.say('say one two three')
  expect(who.heard()).toBe('one two three ')
  const again = await talkWith(who, 'nobody', { resume: record, talk: 'u' })
  expect(again).toMatchObject({ isResumed: true, record, agent: who.actor.replace(/^\S+/, process.execPath) })
  expect(again.history).toEqual([
    { is: 'prompt', content: [{ type: 'text', text: 'say one two three' }] },
    {
      is: 'update',
      update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'one two three ' } },
    },
    { is: 'end', stopReason: 'end_turn' },
  ])
})

test('what an agent tells again when it is loaded is told to nobody', async () => {
  const who = person()
  const { record } = await talkWith(who, who.actor)
  await who.say('say hello')
  const from = who.news.length
  await talkWith(who, who.actor, { resume: record })
  await who.say('state')
  expect(who.heard(from)).not.toContain('said long ago')
  expect(who.heard(from)).toContain('"isLoaded":true')
})

test('a conversation that the agent has lost is a failure with a cure, and no fresh one', async () => {
  const who = person()
  const { record } = await talkWith(who, who.actor)
  await who.say('say hello')
  rmSync(who.cwd, { recursive: true })
  mkdirSync(who.cwd)
  const from = who.news.length
  await expect(talkWith(who, who.actor, { resume: record })).rejects.toThrow('no longer has')
  const failed = who.news.slice(from).find(each => each.is === 'failed')
  expect(failed).toMatchObject({ exitCode: 4, cure: expect.stringContaining(`sessions show ${record}`) })
  expect(who.news.slice(from).some(({ is }) => is === 'opened')).toBe(false)
})

test('an agent that can neither resume nor load fails, and what was said is named', async () => {
  const who = person()
  const { record } = await talkWith(who, hostile('strangers'))
  await who.say('hello')
  expect(who.heard()).toBe('mine')
  await expect(talkWith(who, 'scout', { resume: record })).rejects.toThrow(
    'neither session/resume nor session/load',
  )
})

test('a fork begins with what was said, and what is said in it stays out of the first', async () => {
  const who = person()
  const { record } = await talkWith(who, SCOUT)
  await who.say('/todo add milk')
  const fork = await talkWith(who, SCOUT, { fork: record, talk: 'f' })
  expect(fork.record).not.toBe(record)
  expect(fork.history[0]).toMatchObject({ is: 'prompt', content: [{ text: '/todo add milk' }] })
  await who.say('/todo', 'f')
  expect(who.heard()).toContain('milk')
  // In the place of the one that has it open.
  const first = await talkWith(who, SCOUT, { resume: record })
  expect(first.history.filter(({ is }) => is === 'prompt')).toHaveLength(1)
})

test('conversations to which an agent gives one id are told and recorded apart', async () => {
  const who = person()
  const path = fileURLToPath(new URL('../../sessions/fixtures/numbered.mjs', import.meta.url))
  const numbered = `node ${path}`
  const first = await talkWith(who, numbered)
  await who.say('red')
  const second = await talkWith(who, numbered, { talk: 'second' })
  await who.say('green', 'second')
  expect(second.record).not.toBe(first.record)
  expect(second.history).toEqual([])
  const { record, history } = await talkWith(who, numbered, { resume: first.record })
  expect(record).toBe(first.record)
  expect(history.filter(({ is }) => is === 'prompt')).toMatchObject([{ content: [{ text: 'red' }] }])
})

test('an agent that dies ends the turn as an error, then is told with its exit code and its last words', async () => {
  const who = person()
  await talkWith(who, who.actor)
  const from = who.news.length
  const over = await who.say('crash')
  expect(over).toMatchObject({ stopReason: 'error' })
  while (who.news.at(-1)?.is !== 'failed') await new Promise(resolve => setTimeout(resolve, 10))
  const failed = who.news.at(-1)
  expect(failed).toMatchObject({
    message: expect.stringMatching(/exited with code 7.*out of luck/s),
    cure: expect.stringContaining('kept'),
    exitCode: 8,
  })
  expect(JSON.stringify(failed)).not.toContain('sk-ant')
  expect(
    who.news
      .slice(from)
      .map(({ is }) => is)
      .slice(-2),
  ).toEqual(['over', 'failed'])
  who.talking.take({ do: 'prompt', talk: 't', submission: { text: 'hello?', files: [], talks: [] } })
  expect(who.news.at(-1)).toMatchObject({ is: 'unsent' })
})

test('an agent that ends before it says anything is a failure that tells why', async () => {
  const who = person()
  await expect(talkWith(who, hostile('exits'))).rejects.toThrow('"failed"')
  expect(who.news.at(-1)).toMatchObject({
    exitCode: 8,
    message: expect.stringContaining('exited with code 1'),
  })
})

test('an agent that is silent at its start can be closed at once, and nothing is left of it', async () => {
  const who = person()
  who.talking.take({ do: 'start', talk: 't', agent: `${hostile('silent')} ${who.mark}`, cwd: who.cwd })
  while (processesWith(who.mark).length === 0) await new Promise(resolve => setTimeout(resolve, 10))
  const began = performance.now()
  await who.talking.close()
  expect(performance.now() - began).toBeLessThan(3_000)
  expect(await isGone(who.mark, 500)).toBe(true)
})

test('a cancel ends the turn, and an agent that does not stop is told of after five seconds', async () => {
  const who = person()
  await talkWith(who, who.actor)
  const from = who.news.length
  who.talking.take({ do: 'prompt', talk: 't', submission: { text: 'slow', files: [], talks: [] } })
  await who.until('updates', { from })
  who.talking.take({ do: 'cancel', talk: 't' })
  expect(await who.until('over', { from })).toMatchObject({ stopReason: 'cancelled' })
  const next = who.news.length
  who.talking.take({ do: 'prompt', talk: 't', submission: { text: 'stubborn', files: [], talks: [] } })
  await who.until('updates', { from: next })
  const began = performance.now()
  who.talking.take({ do: 'cancel', talk: 't' })
  const said = await who.until('said', { from: next })
  expect(said).toMatchObject({ kind: 'warning', text: expect.stringContaining('does not stop') })
  expect(performance.now() - began).toBeGreaterThan(4_900)
  who.talking.take({ do: 'close', talk: 't' })
  expect(await isGone(who.mark, 3_000)).toBe(true)
}, 20_000)

test('closing ends all agents and what they started within three seconds', async () => {
  const who = person()
  for (const talk of ['a', 'b', 'c']) await talkWith(who, who.actor, { talk })
  for (const talk of ['a', 'b', 'c'])
    who.talking.take({ do: 'prompt', talk, submission: { text: 'family', files: [], talks: [] } })
  while (processesWith(who.mark).length < 6) await new Promise(resolve => setTimeout(resolve, 20))
  const began = performance.now()
  await who.talking.close()
  expect(performance.now() - began).toBeLessThan(3_000)
  expect(await isGone(who.mark, 200)).toBe(true)
})

test('somebody signs in by the agent itself, at the beginning and in the middle', async () => {
  const who = person({}, { cwd: 'locked' })
  who.talking.take({ do: 'start', talk: 't', agent: who.actor, cwd: who.cwd })
  const asked = await who.until('sign-in')
  expect(asked.methods).toEqual([
    { id: 'token', name: 'A token', description: 'from the shop', isTerminal: false },
  ])
  who.talking.take({ do: 'sign-in', talk: 't', method: 'token' })
  await who.until('opened')
  const from = who.news.length
  who.talking.take({
    do: 'prompt',
    talk: 't',
    submission: { text: 'auth auth_required', files: [], talks: [] },
  })
  expect(await who.until('unsent', { from })).toMatchObject({
    message: expect.stringContaining('who are you?'),
  })
  await who.until('sign-in', { from })
  who.talking.take({ do: 'sign-in', talk: 't', method: 'token' })
  const again = await who.until('opened', { from })
  expect(again).toMatchObject({ isResumed: true })
  expect((await who.say('say hello')).stopReason).toBe('end_turn')
})

test('somebody signs in by a program that is lent the terminal, and the agent is started anew', async () => {
  const lent: Lending[] = []
  const who = person({}, { terminal: lender(lent) })
  who.talking.take({ do: 'start', talk: 't', agent: who.keeper, cwd: who.cwd })
  expect((await who.until('sign-in')).methods).toMatchObject([{ id: 'shop', isTerminal: true }])
  who.talking.take({ do: 'sign-in', talk: 't', method: 'shop' })
  const opened = await who.until('opened')
  expect(readFileSync(join(who.cwd, 'token'), 'utf8')).toBe('please')
  expect(lent[0]?.argv.at(-1)).toBe('--sign-in')
  expect(opened.abilities.steer).toBe(true)
  who.talking.take({ do: 'prompt', talk: 't', submission: { text: 'begin', files: [], talks: [] } })
  await who.until('updates')
  who.talking.take({ do: 'steer', talk: 't', submission: { text: 'left', files: [], talks: [] } })
  await who.until('over')
  expect(who.heard()).toBe('working steered by left')
  expect(who.news.filter(({ is }) => is === 'sent')).toHaveLength(2)
  expect(processesWith(who.mark)).toHaveLength(1)
})

test('without a terminal an agent that wants one to sign in is a failure', async () => {
  const who = person()
  await expect(talkWith(who, who.keeper)).rejects.toThrow('At the shop: needs a terminal')
})

test('200,000 updates come in few pieces, in order, while everything else goes on', async () => {
  const who = person()
  await talkWith(who, hostile('flood'))
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  const from = who.news.length
  who.talking.take({ do: 'prompt', talk: 't', submission: { text: 'go', files: [], talks: [] } })
  await who.until('over', { from, within: 60_000 })
  clearInterval(timer)
  const pieces = who.news.flatMap(each => (each.is === 'updates' ? [each.updates.length] : []))
  expect(pieces.reduce((sum, each) => sum + each, 0)).toBe(200_000)
  expect(Math.max(...pieces)).toBeLessThanOrEqual(256)
  expect(pieces.length).toBeLessThan(20_000)
  expect(longest).toBeLessThan(500)
  const numbers = who
    .heard()
    .split('\n')
    .slice(0, -1)
    .map(line => Number(line.split(' ')[0]))
  expect(numbers.every((each, index) => each === index)).toBe(true)
}, 90_000)

test('modes and options are set, told as facts, and refused with what there is', async () => {
  const who = person({ mode: 'code', options: [['thinking', 'low']] })
  const opened = await talkWith(who, SCOUT)
  expect(opened.facts).toMatchObject({ mode: 'code' })
  expect(opened.facts.options.find(({ id }) => id === 'thinking')?.value).toBe('low')
  const from = who.news.length
  who.talking.take({ do: 'set-mode', talk: 't', mode: 'architect' })
  expect((await who.until('facts', { from })).facts.mode).toBe('architect')
  who.talking.take({ do: 'set-option', talk: 't', option: 'autoApprove', value: 'true' })
  who.talking.take({ do: 'set-mode', talk: 't', mode: 'nonsense' })
  expect(await who.until('said', { from })).toMatchObject({
    kind: 'warning',
    text: expect.stringContaining('architect'),
  })
})

test('files become what the agent takes, and what it does not take goes back to where it was written', async () => {
  const who = person()
  const at = (name: string): string => join(who.cwd, name)
  writeFileSync(at('a.txt'), 'text')
  writeFileSync(at('b.png'), 'not really')
  writeFileSync(at('c.wav'), 'not really')
  writeFileSync(at('d.bin'), Buffer.from([0, 1, 2]))
  await talkWith(who, who.actor)
  const send = (files: readonly string[]): void =>
    void who.talking.take({ do: 'prompt', talk: 't', submission: { text: 'blocks', files, talks: [] } })
  send([at('a.txt'), at('b.png'), at('d.bin'), at('gone.txt'), who.cwd])
  await who.until('over')
  const types = JSON.parse(who.heard()).map(({ type }: { type: string }) => type)
  expect(types).toEqual(['text', 'resource', 'image', 'resource_link', 'resource_link'])
  expect(await who.until('said')).toMatchObject({
    kind: 'warning',
    text: expect.stringContaining('gone.txt is not there'),
  })
  const from = who.news.length
  send([at('c.wav')])
  expect(await who.until('unsent', { from })).toMatchObject({
    message: expect.stringMatching(/takes no audio.*parley agents list --with/),
  })
  expect(who.news.slice(from).some(({ is }) => is === 'sent')).toBe(false)
})

test('of a link that leads out of the folder, and of what may hold secrets, only the name is sent', async () => {
  const who = person()
  writeFileSync(join(who.cwd, '..', 'outside.txt'), 'not for the agent')
  symlinkSync('../outside.txt', join(who.cwd, 'README.md'))
  writeFileSync(join(who.cwd, '.env'), 'TOKEN=1')
  await talkWith(who, who.actor)
  const files = ['README.md', '.env'].map(name => join(who.cwd, name))
  who.talking.take({ do: 'prompt', talk: 't', submission: { text: 'blocks', files, talks: [] } })
  await who.until('over')
  const types = JSON.parse(who.heard()).map(({ type }: { type: string }) => type)
  expect(types).toEqual(['text', 'resource_link', 'resource_link'])
  const warnings = who.news.flatMap(news => (news.is === 'said' ? [news.text] : []))
  expect(warnings.join(' ')).toMatch(/leads out of the folder.*may hold secrets/s)
})

test('files of a folder that is reached through a link are sent as those of any other', async () => {
  const who = person()
  const linked = join(who.cwd, '..', 'linked')
  symlinkSync(who.cwd, linked)
  writeFileSync(join(who.cwd, 'a.txt'), 'text')
  writeFileSync(join(who.cwd, '..', 'outside.txt'), 'not for the agent')
  symlinkSync('../outside.txt', join(who.cwd, 'out.txt'))
  who.talking.take({ do: 'start', talk: 't', agent: who.actor, cwd: linked })
  await who.until('opened')
  const files = [join(linked, 'a.txt'), join(who.cwd, 'a.txt'), join(linked, 'out.txt')]
  who.talking.take({ do: 'prompt', talk: 't', submission: { text: 'blocks', files, talks: [] } })
  const sent = await who.until('sent')
  expect(sent.content.map(({ type }) => type)).toEqual(['text', 'resource', 'resource', 'resource_link'])
})

test('a folder that is made a link to another while files are read gives nothing of that one away', async () => {
  const who = person()
  const outside = join(who.cwd, '..', 'outside')
  const names = Array.from({ length: 600 }, (_, index) => `f${index}.txt`)
  for (const [folder, text] of [
    [join(who.cwd, 'inside'), 'fine'] as const,
    [outside, 'not for the agent'] as const,
  ]) {
    mkdirSync(folder)
    for (const name of names) writeFileSync(join(folder, name), text)
  }
  const link = join(who.cwd, 'link')
  symlinkSync('inside', link)
  await talkWith(who, who.actor)
  const turning = `const { renameSync, symlinkSync } = require('node:fs')
    for (let count = 0; ; count++) {
      symlinkSync(count % 2 === 0 ? '../outside' : 'inside', process.argv[1] + '.next')
      renameSync(process.argv[1] + '.next', process.argv[1])
    }`
  const child = spawn(process.execPath, ['-e', turning, link], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  while (readlinkSync(link) === 'inside') await new Promise(resolve => setTimeout(resolve, 5))
  const files = names.map(name => join(link, name))
  who.talking.take({ do: 'prompt', talk: 't', submission: { text: 'blocks', files, talks: [] } })
  const sent = JSON.stringify((await who.until('sent', { within: 30_000 })).content)
  expect(sent).toContain('fine')
  expect(sent).not.toContain('not for the agent')
}, 60_000)

test('a conversation that is mentioned goes along as text', async () => {
  const who = person()
  const { record } = await talkWith(who, who.actor)
  await who.say('say the secret word is plum')
  await talkWith(who, who.actor)
  const from = who.news.length
  who.talking.take({ do: 'prompt', talk: 't', submission: { text: 'blocks', files: [], talks: [record] } })
  const sent = await who.until('sent', { from })
  expect(sent.content).toMatchObject([
    { type: 'text' },
    { type: 'resource', resource: { mimeType: 'text/markdown', text: expect.stringContaining('plum') } },
  ])
})

test('what a terminal shows is told while it runs, and with its end', async () => {
  const who = person({ policy: undefined })
  writeFileSync(join(who.cwd, 'x'), '')
  await talkWith(who, who.actor)
  who.talking.take({ do: 'shell', talk: 't', command: 'echo one; sleep 0.3; echo two; exit 3' })
  const first = await who.until('terminal')
  expect(first).toMatchObject({ output: 'one\n', isCut: false })
  expect(first.exit).toBeUndefined()
  const said = await who.until('said')
  expect(said).toMatchObject({ kind: 'shell', text: expect.stringContaining('one\ntwo\n(exit code 3)') })
  // By itself, also for agents that put texts together as they are.
  const ran = { text: '\n\nI ran `echo one; sleep 0.3; echo two; exit 3` (exit code 3):\n```\none\ntwo\n```' }
  await who.say('what was that?')
  await who.say('and again')
  who.talking.take({ do: 'shell', talk: 't', command: 'exit 0' })
  while (who.news.filter(({ is }) => is === 'said').length < 2)
    await new Promise(resolve => setTimeout(resolve, 10))
  // A command means all that stands behind it.
  await who.say('/command')
  await who.say('after it')
  expect(who.news.flatMap(each => (each.is === 'sent' ? [each.content] : []))).toMatchObject([
    [{ text: 'what was that?' }, ran],
    [{ text: 'and again' }],
    [{ text: '/command' }],
    [{ text: 'after it' }, { text: expect.stringContaining('I ran `exit 0`') }],
  ])
})

const sentIn = (who: Person): readonly string[] =>
  who.news.flatMap(each =>
    each.is === 'sent' ? [each.content.map(block => ('text' in block ? block.text : '')).join('|')] : [],
  )

async function runHere(who: Person, command: string): Promise<void> {
  const from = who.news.length
  who.talking.take({ do: 'shell', talk: 't', command })
  await who.until('shell-over', { from })
}

test('what was run while a prompt is made ready goes with the next one', async () => {
  let goOn = (): void => {}
  const begin = () => new Promise<void>(resolve => (goOn = resolve))
  const who = person({}, { turnChanges: () => ({ begin, end: async () => [], close: async () => {} }) })
  await talkWith(who, who.actor)
  await runHere(who, 'echo EARLY')
  const first = who.say('say one')
  await runHere(who, 'echo LATE')
  goOn()
  await first
  const second = who.say('say two')
  await new Promise(resolve => setTimeout(resolve, 50))
  goOn()
  await second
  const [one, two] = sentIn(who)
  expect(one).toContain('EARLY')
  expect(one).not.toContain('LATE')
  expect(two).toContain('LATE')
  expect(two).not.toContain('EARLY')
})

test('what was run is told once: again with a prompt that was refused, and not again after steering', async () => {
  const who = person({}, { terminal: lender([]) })
  writeFileSync(join(who.cwd, 'token'), '')
  await talkWith(who, who.keeper)
  await runHere(who, 'echo before')
  const from = who.news.length
  who.talking.take({ do: 'prompt', talk: 't', submission: { text: 'expire', files: [], talks: [] } })
  await who.until('sign-in', { from })
  who.talking.take({ do: 'sign-in', talk: 't', method: 'shop' })
  await who.until('opened', { from })
  await who.say('quick')
  expect(sentIn(who).at(-1)).toContain('I ran `echo before`')
  const next = who.news.length
  who.talking.take({ do: 'prompt', talk: 't', submission: { text: 'begin', files: [], talks: [] } })
  await who.until('updates', { from: next })
  await runHere(who, 'echo meanwhile')
  who.talking.take({ do: 'steer', talk: 't', submission: { text: 'left', files: [], talks: [] } })
  await who.until('over', { from: next })
  expect(who.heard(next)).toContain('I ran `echo meanwhile`')
  await who.say('quick')
  await expect.poll(() => sentIn(who).at(-1)).toBe('quick')
})

test('commands run one after the other, and go on while the agent is started anew or is gone', async () => {
  const who = person()
  await talkWith(who, who.actor)
  for (const command of ['sleep 0.4; echo one', 'echo two'])
    who.talking.take({ do: 'shell', talk: 't', command })
  await who.until('shell')
  const from = who.news.length
  who.talking.take({ do: 'start', talk: 't', agent: who.actor, cwd: who.cwd })
  await who.until('opened', { from })
  while (who.news.filter(({ is }) => is === 'shell-over').length < 2)
    await new Promise(resolve => setTimeout(resolve, 10))
  const told = who.news.filter(({ is }) => is === 'shell' || is === 'shell-over').map(({ is }) => is)
  expect(told).toEqual(['shell', 'shell-over', 'shell', 'shell-over'])
  await who.say('say hello')
  expect(sentIn(who).at(-1)).toMatch(/one[\s\S]*two/)
  const gone = who.news.length
  who.talking.take({ do: 'shell', talk: 't', command: 'sleep 0.6; echo after > after' })
  await who.until('shell', { from: gone })
  who.talking.take({ do: 'prompt', talk: 't', submission: { text: 'crash', files: [], talks: [] } })
  while (!who.news.slice(gone).some(({ is }) => is === 'failed'))
    await new Promise(resolve => setTimeout(resolve, 10))
  while (!who.news.slice(gone).some(({ is }) => is === 'shell-over'))
    await new Promise(resolve => setTimeout(resolve, 10))
  expect(readFileSync(join(who.cwd, 'after'), 'utf8')).toBe('after\n')
})

test('a command that cannot be run is over all the same', async () => {
  const who = person()
  await talkWith(who, who.actor)
  const missing = join(who.cwd, 'missing')
  Object.assign(who.shell, { env: { ...who.shell.env, SHELL: missing } })
  await runHere(who, 'echo one')
  expect(who.news).toContainEqual({
    is: 'said',
    kind: 'failure',
    text: expect.stringContaining('! echo one'),
  })
})

test('a command that is cancelled ends with all it started', async () => {
  const who = person()
  await talkWith(who, who.actor)
  who.talking.take({ do: 'shell', talk: 't', command: `sh -c 'sleep 60; : sleeper-${who.mark}' & wait` })
  while (processesWith(`sleeper-${who.mark}`).length === 0)
    await new Promise(resolve => setTimeout(resolve, 10))
  who.talking.take({ do: 'stop-shell', talk: 't' })
  expect(await isGone(`sleeper-${who.mark}`, 3_000)).toBe(true)
})

test('what a turn changes is looked for around it, and told after its end', async () => {
  const calls: string[] = []
  const who = person(
    {},
    {
      turnChanges: (talk, cwd) => ({
        begin: async () => void calls.push(`begin ${talk} ${cwd === who.cwd}`),
        async end() {
          calls.push('end')
          return ['/a']
        },
        close: async () => void calls.push('close'),
      }),
    },
  )
  await talkWith(who, who.actor)
  expect((await who.say('say hello')).changed).toEqual([])
  expect(await who.until('changed')).toEqual({ is: 'changed', changed: ['/a'] })
  await who.talking.close()
  expect(calls).toEqual(['begin t true', 'end', 'close'])
})

test('only addresses of the web are opened; of others the address is told', async () => {
  const who = person()
  for (const url of ['file:///etc/passwd', 'javascript:alert(1)', '--help']) {
    who.talking.take({ do: 'open-address', url })
    while (!who.events.some(each => each.type === 'remark' && each.text.includes(url)))
      await new Promise(resolve => setTimeout(resolve, 5))
  }
  expect(existsSync(who.cwd)).toBe(true)
})

test('an agent asks, is answered, and its terminal is shown', async () => {
  const who = person()
  await talkWith(who, who.actor)
  who.talking.take({ do: 'prompt', talk: 't', submission: { text: 'run echo hi', files: [], talks: [] } })
  const { question } = await who.until('asked')
  expect(question).toMatchObject({ is: 'permission', action: 'terminal.exec' })
  const option =
    question.is === 'permission' ? question.options.find(({ kind }) => kind === 'allow_once') : undefined
  const answer = { is: 'option', optionId: option?.id ?? '' } as const
  who.talking.take({ do: 'answer', talk: 't', questionId: question.id, answer })
  await who.until('over')
  expect(who.heard()).toBe('ran with 0')
  const shown = who.news.findLast(each => each.is === 'terminal')
  expect(shown).toMatchObject({ output: 'hi\n', isCut: false, exit: { exitCode: 0 } })
  who.talking.take({ do: 'answer', talk: 't', questionId: question.id, answer })
  expect(who.news.at(-1)).toMatchObject({ is: 'withdrawn', questionId: question.id })
})

test('questions that are put one after the other are counted, and the count goes down with every answer', async () => {
  const who = person()
  await talkWith(who, asker)
  const play = new Play(aModel())
  let heard = 0
  const shown = async (part: string): Promise<void> => {
    const late = performance.now() + 10_000
    for (;;) {
      for (; heard < who.news.length; heard++) {
        const news = who.news[heard]
        if (news !== undefined) play.news(news)
      }
      const { lines } = drawQuestion(play.talk, { columns: 80, rows: 20, now: 0 })
      const text = [...lines, drawWaiting(play.model)].map(textOfLine).join('\n')
      if (text.includes(part)) return
      if (performance.now() > late) throw new Error(`“${part}” was not seen:\n${text}`)
      await new Promise(resolve => setTimeout(resolve, 10))
    }
  }
  play.type('go').press('enter')
  who.talking.take({ do: 'prompt', talk: 't', submission: { text: 'leave 3', files: [], talks: [] } })
  for (const [title, status] of [
    ['1 of 3 waiting', '? 3 waiting'],
    ['1 of 2 waiting', '? 2 waiting'],
    ['? Do it 3', '? 1 waiting'],
  ] as const) {
    await shown(title)
    await shown(status)
    const [question] = play.talk.questions
    if (question === undefined) throw new Error('nothing is asked')
    play.wait(400).press('a')
    const answer = { is: 'option', optionId: 'yes' } as const
    who.talking.take({ do: 'answer', talk: 't', questionId: question.id, answer })
  }
  await who.until('over')
})

test('a flood of questions within one turn pauses, which is said in passing; the next prompt starts anew', async () => {
  const who = person()
  await talkWith(who, asker)
  const asked = () => who.news.filter(({ is }) => is === 'asked').length
  const prompt = (text: string): void =>
    void who.talking.take({ do: 'prompt', talk: 't', submission: { text, files: [], talks: [] } })
  const answer = async (from: number): Promise<void> => {
    const { question } = await who.until('asked', { from })
    who.talking.take({
      ...{ do: 'answer', talk: 't', questionId: question.id },
      answer: { is: 'option', optionId: 'yes' },
    })
  }
  prompt('leave 6')
  for (let count = 0; count < 5; count++) await answer(nth(who.news, 'asked', count))
  const paused = () => who.events.find(event => event.type === 'remark')
  while (paused() === undefined) await new Promise(resolve => setTimeout(resolve, 10))
  expect(paused()).toMatchObject({
    text: expect.stringMatching(/^the next question waits for \d+ s: so many within a minute are not read$/),
  })
  expect([asked(), who.news.filter(({ is }) => is === 'said')]).toEqual([5, []])
  who.talking.take({ do: 'cancel', talk: 't' })
  await who.until('over')
  prompt('leave 1')
  await answer(nth(who.news, 'asked', 5))
  expect(asked()).toBe(6)
})

/** The place behind the first so many of a kind. */
function nth(news: readonly { readonly is: string }[], is: string, count: number): number {
  const places = news.flatMap((each, index) => (each.is === is ? [index + 1] : []))
  return count === 0 ? 0 : (places[count - 1] ?? news.length)
}

test('a cancel takes the open question away', async () => {
  const who = person()
  await talkWith(who, who.actor)
  who.talking.take({ do: 'prompt', talk: 't', submission: { text: 'ask', files: [], talks: [] } })
  const { question } = await who.until('asked')
  who.talking.take({ do: 'cancel', talk: 't' })
  expect(await who.until('withdrawn')).toMatchObject({ questionId: question.id })
  expect(await who.until('over')).toMatchObject({ stopReason: 'cancelled' })
})

test('version 2 is spoken where the agent speaks it, and taken up from the same record', async () => {
  const who = person({ protocol: 2 })
  const { record, abilities } = await talkWith(who, SCOUT)
  expect(await who.until('connected')).toMatchObject({ protocol: 2 })
  expect(abilities.steer).toBe(true)
  expect((await who.say('/todo add milk')).stopReason).toBe('end_turn')
  const again = await talkWith(who, SCOUT, { resume: record })
  expect(again.history.map(({ is }) => is)).toEqual(expect.arrayContaining(['prompt', 'update', 'end']))
  expect((await who.say('/todo')).stopReason).toBe('end_turn')
  expect(JSON.stringify(who.news)).toContain('milk')
})

test('an agent that speaks only version 1 is started anew for it, and ends like any other', async () => {
  const who = person({ protocol: 2 })
  await talkWith(who, who.actor)
  expect(await who.until('connected')).toMatchObject({ protocol: 1 })
  expect((await who.say('say hello')).stopReason).toBe('end_turn')
  await who.talking.close()
  expect(await isGone(who.mark, 200)).toBe(true)
})

test('an agent that is silent when it is started anew can be closed at once, too', async () => {
  const who = person({ protocol: 2 })
  const times = join(who.cwd, 'times')
  who.talking.take({ do: 'start', talk: 't', agent: `${shy(times)} ${who.mark}`, cwd: who.cwd })
  while (!existsSync(times) || readFileSync(times, 'utf8') !== 'twice')
    await new Promise(resolve => setTimeout(resolve, 10))
  await who.talking.close()
  expect(await isGone(who.mark, 200)).toBe(true)
})

test('whoever takes the place of a conversation waits until it is let go, so that it is recorded', async () => {
  const who = person()
  const { record } = await talkWith(who, who.actor)
  await who.say('say hello')
  const from = who.news.length
  who.talking.take({ do: 'prompt', talk: 't', submission: { text: 'stubborn', files: [], talks: [] } })
  await who.until('updates', { from })
  const again = await talkWith(who, who.actor, { resume: record })
  expect(again.history.at(-1)).toEqual({ is: 'end', stopReason: 'error' })
  expect(who.news.slice(from).filter(({ is }) => is === 'said')).toEqual([])
})

test('in version 2 words reach the agent while it works, and the end is told once', async () => {
  const who = person({ protocol: 2 })
  await talkWith(who, SCOUT)
  const from = who.news.length
  who.talking.take({ do: 'prompt', talk: 't', submission: { text: '/write a.txt x', files: [], talks: [] } })
  const { question } = await who.until('asked', { from })
  who.talking.take({ do: 'steer', talk: 't', submission: { text: '/todo add milk', files: [], talks: [] } })
  while (who.news.slice(from).filter(({ is }) => is === 'sent').length < 2)
    await new Promise(resolve => setTimeout(resolve, 10))
  expect(who.news.slice(from).some(({ is }) => is === 'over')).toBe(false)
  who.talking.take({ do: 'answer', talk: 't', questionId: question.id, answer: { is: 'dismissed' } })
  await who.until('over', { from })
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(who.news.slice(from).filter(({ is }) => is === 'over')).toHaveLength(1)
  expect(JSON.stringify(who.news.slice(from))).toContain('milk')
})

test('what was said before somebody had to sign in again is taken up by the agent that was started anew', async () => {
  const who = person({}, { terminal: lender([]) })
  writeFileSync(join(who.cwd, 'token'), '')
  const { record } = await talkWith(who, who.keeper)
  await who.say('quick')
  const from = who.news.length
  who.talking.take({ do: 'prompt', talk: 't', submission: { text: 'expire', files: [], talks: [] } })
  expect(await who.until('unsent', { from })).toMatchObject({ message: expect.stringContaining('expired') })
  await who.until('sign-in', { from })
  who.talking.take({ do: 'sign-in', talk: 't', method: 'shop' })
  const again = await who.until('opened', { from })
  expect(again).toMatchObject({ isResumed: true, record })
  expect(again.history.filter(({ is }) => is === 'prompt')).toHaveLength(2)
  const next = who.news.length
  await who.say('quick')
  expect(who.heard(next)).toBe('quickly')
})

test('a program that is killed while it holds a conversation leaves nothing behind', async () => {
  const who = person()
  const holder = fileURLToPath(new URL('fixtures/holder.mjs', import.meta.url))
  const sleeper = `sleeper-${who.mark}`
  const command = `sh -c 'sleep 60; : ${sleeper}' & wait`
  const child = spawn(process.execPath, [holder, who.actor, command], { cwd: who.cwd, stdio: 'ignore' })
  // The agent, what it started, and what the person started; and the holder, which names them all.
  const started = (): readonly string[] =>
    processesWith(who.mark).filter(line => !line.includes('holder.mjs'))
  while (started().length < 4) await new Promise(resolve => setTimeout(resolve, 20))
  expect(started().some(line => line.includes(sleeper))).toBe(true)
  child.kill('SIGKILL')
  expect(await isGone(who.mark, 5_000)).toBe(true)
})

test('words for a turn that runs and cannot be sent are told as such, and the turn goes on', async () => {
  const who = person({}, { terminal: lender([]) })
  writeFileSync(join(who.cwd, 'token'), '')
  writeFileSync(join(who.cwd, 'c.wav'), 'not really')
  await talkWith(who, who.keeper)
  who.talking.take({ do: 'prompt', talk: 't', submission: { text: 'begin', files: [], talks: [] } })
  await who.until('updates')
  const refused = { text: 'refuse', files: [], talks: [] }
  who.talking.take({ do: 'steer', talk: 't', submission: refused })
  expect(await who.until('unsent')).toMatchObject({
    of: 'steer',
    submission: refused,
    message: expect.stringContaining('not now'),
  })
  const from = who.news.length
  const loud = { text: 'hear this', files: [join(who.cwd, 'c.wav')], talks: [] }
  who.talking.take({ do: 'steer', talk: 't', submission: loud })
  expect(await who.until('unsent', { from })).toMatchObject({ of: 'steer', submission: loud })
  expect(who.news.some(({ is }) => is === 'over')).toBe(false)
  who.talking.take({ do: 'steer', talk: 't', submission: { text: 'left', files: [], talks: [] } })
  expect(await who.until('over')).toMatchObject({ stopReason: 'end_turn' })
})

test('a prompt that nobody can hear is told with what it was', async () => {
  const who = person({}, { cwd: 'locked' })
  const submission = { text: 'hello?', files: [], talks: [] }
  who.talking.take({ do: 'prompt', talk: 't', submission })
  expect(who.news.at(-1)).toMatchObject({ is: 'unsent', of: 'turn', submission })
  who.talking.take({ do: 'start', talk: 't', agent: who.actor, cwd: who.cwd })
  await who.until('sign-in')
  const from = who.news.length
  who.talking.take({ do: 'prompt', talk: 't', submission })
  expect(await who.until('unsent', { from })).toMatchObject({ of: 'turn', submission })
  who.talking.take({ do: 'steer', talk: 't', submission })
  expect(who.news.at(-1)).toMatchObject({ is: 'unsent', of: 'steer', submission })
})

test('a prompt that is called off before it was sent is not sent, however soon', async () => {
  const who = person({}, { terminal: lender([]) })
  writeFileSync(join(who.cwd, 'token'), '')
  await talkWith(who, who.keeper)
  const submission = { text: 'quick', files: [], talks: [] }
  who.talking.take({ do: 'prompt', talk: 't', submission })
  who.talking.take({ do: 'cancel', talk: 't' })
  expect(await who.until('unsent')).toMatchObject({ of: 'turn', submission })
  expect(who.news.some(({ is }) => is === 'sent')).toBe(false)
  // It was that one alone.
  await who.say('quick')
})

test('words that the agent does not answer to hold up no prompt', async () => {
  const who = person({}, { terminal: lender([]) })
  writeFileSync(join(who.cwd, 'token'), '')
  await talkWith(who, who.keeper)
  who.talking.take({ do: 'prompt', talk: 't', submission: { text: 'begin', files: [], talks: [] } })
  await who.until('updates')
  for (const text of ['never', 'left'])
    who.talking.take({ do: 'steer', talk: 't', submission: { text, files: [], talks: [] } })
  await who.until('over')
  const began = performance.now()
  await who.say('quick')
  expect(performance.now() - began).toBeLessThan(8_000)
})

test('a turn is over before it is known what it changed; the next one waits for that, and can be called off', async () => {
  let found: (paths: readonly string[]) => void = () => {}
  const calls: string[] = []
  const turnChanges = () => ({
    begin: async () => void calls.push('begin'),
    end: () => {
      calls.push('end')
      return new Promise<readonly string[]>(resolve => {
        found = resolve
      })
    },
    close: async () => {},
  })
  const who = person({}, { turnChanges })
  await talkWith(who, who.actor)
  await who.say('say hello')
  expect(calls).toEqual(['begin', 'end'])
  const submission = { text: 'say again', files: [], talks: [] }
  who.talking.take({ do: 'prompt', talk: 't', submission })
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(who.news.filter(({ is }) => is === 'sent')).toHaveLength(1)
  who.talking.take({ do: 'cancel', talk: 't' })
  expect(await who.until('unsent')).toMatchObject({ of: 'turn', submission })
  expect(calls).toEqual(['begin', 'end'])
  who.talking.take({ do: 'prompt', talk: 't', submission })
  found(['/a'])
  expect(await who.until('changed')).toEqual({ is: 'changed', changed: ['/a'] })
  while (who.news.filter(({ is }) => is === 'over').length < 2)
    await new Promise(resolve => setTimeout(resolve, 5))
  expect(calls).toEqual(['begin', 'end', 'begin', 'end'])
})

test('what an agent left behind that was killed in the middle is told, and can be taken back', async () => {
  const state = mkdtempSync(join(tmpdir(), 'parley-left-'))
  onTestFinished(() => rmSync(state, { recursive: true, force: true }))
  const registry = new ChangeRegistry({ state, env: process.env })
  const who = person({}, { turnChanges: (talk, cwd) => registry.open(talk, cwd) })
  const file = join(who.cwd, 'a.txt')
  writeFileSync(file, 'whole\n')
  await talkWith(who, who.actor)
  const from = who.news.length
  who.talking.take({ do: 'prompt', talk: 't', submission: { text: 'stubborn', files: [], talks: [] } })
  await who.until('updates', { from })
  writeFileSync(file, 'half')
  for (const line of processesWith(who.mark)) process.kill(Number.parseInt(line, 10), 'SIGKILL')
  while (!who.news.some(({ is }) => is === 'failed')) await new Promise(resolve => setTimeout(resolve, 10))
  while (!who.news.some(({ is }) => is === 'changed')) await new Promise(resolve => setTimeout(resolve, 10))
  expect(who.news.find(({ is }) => is === 'changed')).toEqual({ is: 'changed', changed: [file] })
  expect(await registry.get('t')?.undo()).toEqual({ restored: [file], kept: [] })
  expect(readFileSync(file, 'utf8')).toBe('whole\n')
  await who.talking.close()
  expect(registry.get('t')).toBeUndefined()
})

test('a repository whose files never answer holds up nothing, and the branch is told when it is known', async () => {
  const who = person()
  mkdirSync(join(who.cwd, '.git'))
  const head = join(who.cwd, '.git', 'HEAD')
  execFileSync('mkfifo', [head])
  await talkWith(who, who.actor)
  expect(who.news.some(({ is }) => is === 'branch')).toBe(false)
  rmSync(head)
  writeFileSync(head, 'ref: refs/heads/side\n')
  await who.say('say hello')
  expect(await who.until('branch')).toEqual({ is: 'branch', branch: 'side' })
})

test('one sign-in at a time: a second one is not begun, one that fails is told with its reason and can be tried again', async () => {
  let end: (exitCode: number) => void = () => {}
  let times = 0
  const lend = (): Promise<number> => {
    times++
    return new Promise(resolve => {
      end = resolve
    })
  }
  const who = person({}, { terminal: { lend } })
  who.talking.take({ do: 'start', talk: 't', agent: who.keeper, cwd: who.cwd })
  const first = await who.until('sign-in')
  const signIn = (): void => void who.talking.take({ do: 'sign-in', talk: 't', method: 'shop' })
  signIn()
  signIn()
  while (times === 0) await new Promise(resolve => setTimeout(resolve, 5))
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(times).toBe(1)
  const from = who.news.length
  end(1)
  const again = await who.until('sign-in', { from })
  expect(again.methods).toEqual(first.methods)
  expect(again.message).not.toBe(first.message)
  signIn()
  while (times === 1) await new Promise(resolve => setTimeout(resolve, 5))
  writeFileSync(join(who.cwd, 'token'), '')
  end(0)
  await who.until('opened')
})

test('an agent that works without having been prompted is stopped like any other', async () => {
  const who = person({ protocol: 2 })
  const states = (): readonly unknown[] =>
    who.news
      .flatMap(each => (each.is === 'updates' ? each.updates : []))
      .flatMap(update => (update.sessionUpdate === 'state_update' ? [update.state] : []))
  await talkWith(who, restless)
  while (states().length === 0) await new Promise(resolve => setTimeout(resolve, 5))
  who.talking.take({ do: 'cancel', talk: 't' })
  const late = performance.now() + 10_000
  while (states().length < 2 && performance.now() < late) await new Promise(resolve => setTimeout(resolve, 5))
  expect(states()).toEqual(['running', 'idle'])
})
