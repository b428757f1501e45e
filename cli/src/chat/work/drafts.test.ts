import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { ChatEvent } from '../event.js'
import { Drafts } from './drafts.js'
import { PromptHistory } from './prompt-history.js'

const PLACE = { cwd: '/work/project', agent: 'scout' }

function surroundings(): { readonly env: NodeJS.ProcessEnv; readonly folder: string } {
  const home = mkdtempSync(join(tmpdir(), 'parley-drafts-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return { env: { HOME: home, XDG_STATE_HOME: home }, folder: join(home, 'parley', 'drafts') }
}

const toSubmission = (text: string) => ({
  text,
  files: ['/work/project/notes.md'],
  talks: ['0123456789abcdef'],
})

interface Place {
  readonly cwd: string
  readonly agent: string
  readonly resume?: string
}

class Chat {
  readonly events: ChatEvent[] = []
  readonly drafts: Drafts

  constructor(env: NodeJS.ProcessEnv, place: Place = PLACE) {
    this.drafts = new Drafts({
      env,
      tell: event => this.events.push(event),
      history: new PromptHistory({ env }),
    })
    onTestFinished(() => this.drafts.close())
    const isTaken = this.drafts.take({ do: 'start', talk: 't', ...place })
    // It is for whoever starts agents.
    expect(isTaken).toBe(false)
  }

  write(text: string, words: readonly string[] = []): this {
    const queue = words.map(toSubmission)
    expect(this.drafts.take({ do: 'save-draft', talk: 't', text, queue })).toBe(true)
    return this
  }

  /** It has a record now. */
  opened(record: string, place = PLACE): this {
    expect(this.drafts.take({ do: 'opened', talk: 't', record, ...place })).toBe(true)
    return this
  }

  /** What it was given back: words, then what waited. */
  async remembered(): Promise<readonly string[]> {
    for (let count = 0; count < 40 && this.events.length === 0; count++) await pause(25)
    return this.events.flatMap(event =>
      event.type === 'talk' && event.news.is === 'remembered'
        ? [event.news.draft, ...event.news.queue.map(({ text }) => text)]
        : [],
    )
  }

  async draft(): Promise<string> {
    for (let count = 0; count < 20 && this.events.length === 0; count++) await pause(25)
    const [event] = this.events
    return event?.type === 'talk' && event.news.is === 'remembered' ? event.news.draft : ''
  }
}

const drafts = (folder: string): readonly string[] =>
  existsSync(folder) ? readdirSync(folder).filter(name => /-\d+$/.test(name)) : []

test('what was being written is there again in the same directory, whoever the agent is', async () => {
  const { env, folder } = surroundings()
  const first = new Chat(env).write('hel').write('hello\n世界')
  await first.drafts.close()
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, drafts(folder)[0] ?? '')).mode & 0o777).toBe(0o600)
  expect(await new Chat(env, { ...PLACE, cwd: '/work' }).draft()).toBe('')
  expect(await new Chat(env, { ...PLACE, agent: 'other' }).draft()).toBe('hello\n世界')
})

test('nothing is left of a draft that was emptied', async () => {
  const { env, folder } = surroundings()
  const chat = new Chat(env).write('hello')
  await pause(200)
  expect(drafts(folder)).toHaveLength(1)
  await chat.write('').drafts.close()
  expect(readdirSync(folder)).toEqual([])
})

test('two chats in one directory keep a draft each, and both come back', async () => {
  const { env } = surroundings()
  const [one, two] = [new Chat(env).write('first'), new Chat(env).write('second')]
  await pause(250)
  await Promise.all([one.drafts.close(), two.drafts.close()])
  const found = await Promise.all([new Chat(env), new Chat(env), new Chat(env)].map(chat => chat.draft()))
  expect([...found].sort()).toEqual(['', 'first', 'second'])
})

test('what is written before its conversation begins is kept when it does', async () => {
  const { env } = surroundings()
  const early = new Drafts({ env, tell: () => undefined, history: new PromptHistory({ env }) })
  early.take({ do: 'save-draft', talk: 'early', text: 'soon', queue: [] })
  early.open('early', PLACE)
  await early.close()
  expect(await new Chat(env).draft()).toBe('soon')
})

test('the draft of a conversation that was closed is for the next one', async () => {
  const { env } = surroundings()
  const chat = new Chat(env).write('unsent')
  expect(chat.drafts.take({ do: 'close', talk: 't' })).toBe(false)
  await pause(200)
  expect(await new Chat(env).draft()).toBe('unsent')
})

test('many changes are few writes, and the last one is what is kept', async () => {
  const { env, folder } = surroundings()
  const chat = new Chat(env)
  const inodes = new Set<number>()
  for (let count = 0; count <= 100; count++) {
    chat.write(`text ${count}`)
    await pause(5)
    for (const name of drafts(folder))
      inodes.add(statSync(join(folder, name), { throwIfNoEntry: false })?.ino ?? 0)
  }
  expect(inodes.size).toBeLessThan(15)
  await chat.drafts.close()
  expect(await new Chat(env).draft()).toBe('text 100')
})

test('a chat that is killed after 200 ms of quiet loses nothing, and the next one gets it', async () => {
  const { env } = surroundings()
  const modules = ['drafts', 'prompt-history'].map(
    name => new URL(`../../../dist/chat/work/${name}.js`, import.meta.url).href,
  )
  const program = `import { Drafts } from ${JSON.stringify(modules[0])}
    import { PromptHistory } from ${JSON.stringify(modules[1])}
    const drafts = new Drafts({ env: process.env, tell() {}, history: new PromptHistory({ env: process.env }) })
    drafts.open('t', ${JSON.stringify(PLACE)})
    setTimeout(() => {
      drafts.take({ do: 'save-draft', talk: 't', text: 'not yet', queue: [] })
      drafts.take({ do: 'save-draft', talk: 't', text: 'not yet sent', queue: [] })
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), 200)
    }, 300)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { env, stdio: 'inherit' })
  onTestFinished(() => void child.kill('SIGKILL'))
  expect((await once(child, 'exit'))[1]).toBe('SIGKILL')
  expect(await new Chat(env).draft()).toBe('not yet sent')
})

test('where nothing can be kept it is said once', async () => {
  const events: ChatEvent[] = []
  const env = { HOME: '/dev/null', XDG_STATE_HOME: '/dev/null/x' }
  const broken = new Drafts({ env, tell: event => events.push(event), history: new PromptHistory({ env }) })
  for (const talk of ['a', 'b']) {
    broken.open(talk, PLACE)
    broken.take({ do: 'save-draft', talk, text: 'x', queue: [] })
  }
  await broken.close()
  expect(events).toEqual([expect.objectContaining({ type: 'remark', kind: 'warning' })])
})

test('a conversation that is taken up gets what was being written in it, and what waited, from wherever it is called', async () => {
  const { env } = surroundings()
  const claude = { cwd: '/work/project', agent: 'claude-code' }
  const first = new Chat(env, claude).opened('aaaa', claude).write('mine', ['and this', 'and that'])
  const other = new Chat(env).opened('bbbb').write('of another')
  await Promise.all([first.drafts.close(), other.drafts.close()])
  const again = new Chat(env, { cwd: '/home', agent: 'scout', resume: 'aa' })
  await pause(200)
  expect(again.events).toEqual([])
  again.opened('aaaa', claude)
  expect(await again.remembered()).toEqual(['mine', 'and this', 'and that'])
  // It is kept for it from now on, too.
  await again.write('mine still').drafts.close()
  const third = new Chat(env, { cwd: '/home', agent: 'scout', resume: 'last' }).opened('aaaa', claude)
  expect(await third.remembered()).toEqual(['mine still'])
})

test('what was only given back stays that of the conversation that it was written in', async () => {
  const { env } = surroundings()
  await new Chat(env).opened('aaaa').write('half a thought', ['and this']).drafts.close()
  const next = new Chat(env).opened('bbbb')
  expect(await next.remembered()).toEqual(['half a thought', 'and this'])
  const text = 'and this half a thought'
  next.drafts.take({ do: 'save-draft', talk: 't', text, queue: [], isGivenBack: true })
  await next.drafts.close()
  const again = new Chat(env, { ...PLACE, resume: 'aaaa' }).opened('aaaa')
  expect(await again.remembered()).toEqual([text])
  await again.drafts.close()
  await new Chat(env).opened('cccc').write('another thought').drafts.close()
  expect(await new Chat(env, { ...PLACE, resume: 'cccc' }).opened('cccc').remembered()).toEqual([
    'another thought',
  ])
})

test('whoever takes a conversation up does not get what was written in another', async () => {
  const { env } = surroundings()
  await new Chat(env).opened('aaaa').write('of another').drafts.close()
  const chat = new Chat(env, { ...PLACE, resume: 'bbbb' }).opened('bbbb').write('new')
  await pause(250)
  expect(chat.events).toEqual([])
  await chat.drafts.close()
  expect(await new Chat(env, { ...PLACE, resume: 'aaaa' }).opened('aaaa').remembered()).toEqual([
    'of another',
  ])
})

test('a conversation whose agent is started anew is not told again what stands in it', async () => {
  const { env } = surroundings()
  const chat = new Chat(env).opened('aaaa').write('here', ['waits'])
  await pause(250)
  chat.drafts.take({ do: 'close', talk: 't' })
  chat.drafts.take({ do: 'start', talk: 't', ...PLACE, resume: 'aaaa' })
  chat.opened('aaaa')
  await pause(250)
  expect(chat.events).toEqual([])
  await chat.write('here and there', ['waits']).drafts.close()
  expect(await new Chat(env).remembered()).toEqual(['here and there', 'waits'])
  expect(await new Chat(env).remembered()).toEqual([])
})

test('what waited comes back with all it points at, also from a file that knows words alone', async () => {
  const { env, folder } = surroundings()
  await new Chat(env).write('', ['see @notes.md']).drafts.close()
  const again = new Chat(env)
  await again.remembered()
  const queue = [toSubmission('see @notes.md')]
  expect(again.events).toMatchObject([{ news: { is: 'remembered', queue } }])
  await again.write('x').drafts.close()
  const [name = ''] = drafts(folder)
  writeFileSync(join(folder, name), JSON.stringify({ text: '', queue: ['old', { text: 1 }, null] }))
  const old = new Chat(env)
  await old.remembered()
  expect(old.events).toMatchObject([{ news: { queue: [{ text: 'old', files: [], talks: [] }] } }])
})
