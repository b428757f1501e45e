import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { talk } from './conversation.fixture.js'
import { sessionFolder } from './state-folder.js'
import { titleOf } from './title.js'
import { hostFor, makeProject } from './tools/errand.fixture.js'

const MODELS = [
  { value: 'near/lamp', name: 'lamp' },
  { value: 'far/moon', name: 'moon' },
]

test('scout says who it is and what it can do', async () => {
  const { client } = await talk()
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(client.info).toMatchObject({ name: 'scout', title: 'Scout', version })
  expect(client.capabilities).toMatchObject({
    loadSession: true,
    promptCapabilities: { image: true, audio: true, embeddedContext: true },
    sessionCapabilities: { list: {}, resume: {}, fork: {}, close: {}, delete: {}, additionalDirectories: {} },
  })
})

test('a session begins in ask mode, without a model where none was found', async () => {
  const { session } = await talk()
  expect(session.modes.map(({ id }) => id)).toEqual(['ask', 'code', 'architect'])
  expect(session.mode).toBe('ask')
  const values = Object.fromEntries(session.options.map(({ id, value }) => [id, value]))
  expect(values).toMatchObject({ model: 'none', thinking: 'off', maxTokens: 'default', autoApprove: false })
})

test('the models that were found can be chosen, the first to begin with, and none always', async () => {
  const { session } = await talk({
    options: { models: [...MODELS, ...MODELS, { value: 'none', name: 'x' }] },
  })
  const model = session.options.find(({ id }) => id === 'model')
  expect(model?.value).toBe('near/lamp')
  expect(model?.type === 'select' && model.choices.map(({ value }) => value)).toEqual([
    'near/lamp',
    'far/moon',
    'none',
  ])
})

test('autoApprove spares no question that nobody else would ask, and never opens architect mode', async () => {
  const { say, session, asked, work } = await talk({ files: { 'a.txt': 'one\n' } })
  await session.setOption('autoApprove', true)
  await say('/edit a.txt one two')
  expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('two\n')
  await session.setMode('architect')
  await say('/edit a.txt two three')
  expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('two\n')
  expect(asked.map(({ title }) => title)).toEqual(['Edit a.txt'])
})

test('a client that lends its files is asked once for an edit, and writes it itself', async () => {
  const work = makeProject({ 'a.txt': 'one\n' })
  const asked: string[] = []
  const host = hostFor(work, {
    permission: ({ title, options }) => {
      asked.push(title)
      return options.find(({ kind }) => kind === 'allow_once')
    },
  })
  const { say } = await talk({ work, host })
  expect((await say('/status')).said).toContain("client's files: lent for reading and writing")
  expect((await say('/edit a.txt one two')).said).toContain('Edited a.txt')
  expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('two\n')
  expect(asked).toHaveLength(1)
})

test('a conversation is named after its first message, once', async () => {
  const { say, session } = await talk()
  await say('Hello,\n\tscout!')
  expect(session.title).toBe('Hello, scout!')
  await say('/mode')
  expect(session.title).toBe('Hello, scout!')
})

test('a title is one short line, fit to be shown', () => {
  expect(titleOf('  a\n\nb\t c ')).toBe('a b c')
  expect(titleOf('x'.repeat(61))).toBe(`${'x'.repeat(59)}…`)
  expect(titleOf('\u001b[31mred')).not.toContain('\u001b')
  expect(titleOf(' \n ')).toBeUndefined()
})

test('a message that comes while scout works waits for its turn', async () => {
  const { client, session } = await talk()
  const ended: string[] = []
  const send = async (text: string) => {
    // Past the queue of this side, as a client without one does it.
    await client.peer.request('session/prompt', { sessionId: session.id, prompt: [{ type: 'text', text }] })
    ended.push(text)
  }
  const long = `/run ${process.execPath} -e "setTimeout(() => {}, 200)"`
  await Promise.all([send(long), send('/mode')])
  expect(ended).toEqual([long, '/mode'])
})

test('sessions stand apart from those of other agents', () => {
  expect(sessionFolder({ XDG_STATE_HOME: '/state' })).toBe('/state/parley/scout/sessions')
  expect(sessionFolder({ XDG_STATE_HOME: 'relative' })).toMatch(
    /^\/.*\/\.local\/state\/parley\/scout\/sessions$/,
  )
})
