import { appendFileSync, chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeHome } from '../../listing/parley.fixture.js'
import { openRecorder } from '../../record/open-recorder.js'
import type { ChatEvent, RunningChat } from '../event.js'
import { adviceFor } from './agent-advice.js'
import { findModels } from './language-models.js'
import { Listing } from './listing.js'

const RUNNING: RunningChat = { id: 'chat-1', cwd: '/', title: 'Nightly', since: 1 }

function setUp() {
  const place = makeHome()
  const { shell } = place.shellFor()
  const events: ChatEvent[] = []
  const hands = new Listing({ tell: event => void events.push(event), shell, running: async () => [RUNNING] })
  onTestFinished(() => hands.close())
  const told = (type: ChatEvent['type'], count = 1) =>
    vi.waitFor(() => {
      const found = events.filter(event => event.type === type)
      expect(found.length).toBeGreaterThanOrEqual(count)
      return found
    }, 15_000)
  const record = async (sessionId: string, prompt: string, answer: string) => {
    const recorder = await openRecorder({ agent: 'scout', sessionId, cwd: place.work }, shell)
    recorder.prompt([{ type: 'text', text: prompt }])
    void recorder.update({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: answer.slice(0, 4) },
    })
    void recorder.update({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: answer.slice(4) },
    })
    recorder.end('end_turn')
    await recorder.close()
  }
  return { ...place, hands, events, told, record }
}

test('what was recorded is told with how it began, and what runs elsewhere', async () => {
  const { hands, told, record, work } = setUp()
  await record('one', 'tidy the tests', 'They are tidy.')
  expect(hands.take({ do: 'list-recorded', query: '' })).toBe(true)
  const [event] = await told('recorded')
  expect(event).toMatchObject({ query: '', running: [RUNNING] })
  expect(event).toMatchObject({ talks: [{ agent: 'scout', cwd: work, title: 'tidy the tests', turns: 1 }] })
})

test('a query finds what was said, also across two pieces of a message, in any case', async () => {
  const { hands, told, record } = setUp()
  await record('one', 'tidy the tests', 'A marmalade sandwich')
  await record('two', 'build it', 'Built.')
  hands.take({ do: 'list-recorded', query: 'MARMALADE' })
  expect(await told('recorded')).toMatchObject([
    { query: 'MARMALADE', talks: [{ title: 'tidy the tests', match: 'A marmalade sandwich' }] },
  ])
  hands.take({ do: 'list-recorded', query: '(.*' })
  expect((await told('recorded', 2))[1]).toMatchObject({ query: '(.*', talks: [] })
  hands.take({ do: 'list-recorded', query: '.*' })
  expect((await told('recorded', 3))[2]).toMatchObject({ query: '.*', talks: [] })
})

test('of what was found the line is told, and of a long one what stands around it', async () => {
  const { hands, told, record } = setUp()
  const long = `${'before '.repeat(50)}marmalade${' after'.repeat(99)}`
  await record('one', 'tidy the tests', `First.\n${long}\nLast.`)
  hands.take({ do: 'list-recorded', query: 'marmalade' })
  const [event] = await told('recorded')
  const [{ match = '' } = {}] = event?.type === 'recorded' ? event.talks : []
  expect(match).toMatch(/^….{0,24}marmalade after/)
  expect(match.length).toBeLessThan(210)
  expect(match).not.toContain('Last')
})

test('a record that cannot be read keeps nobody from the others', async () => {
  const { hands, told, record, home } = setUp()
  await record('one', 'first', 'marmalade')
  await record('two', 'second', 'marmalade')
  const folder = join(home, '.local/state/parley/conversations')
  const [file = ''] = readdirSync(folder).filter(name => name.endsWith('.ndjson'))
  appendFileSync(join(folder, file), 'this is no entry\n')
  hands.take({ do: 'list-recorded', query: 'marmalade' })
  const [event] = await told('recorded')
  expect(event?.type === 'recorded' && event.talks.length).toBeGreaterThanOrEqual(1)
})

test('a folder that cannot be read is told, and whoever waits is told that there is nothing', async () => {
  const { hands, told, home } = setUp()
  const folder = join(home, '.local/state/parley')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'conversations'), 'a file where a folder should be')
  hands.take({ do: 'list-recorded', query: '' })
  expect(await told('recorded')).toMatchObject([{ talks: [] }])
  expect(await told('remark')).toMatchObject([{ kind: 'warning' }])
})

test('what was recorded is told also where nobody knows what runs', async () => {
  const { shellFor, record } = setUp()
  await record('one', 'tidy', 'Tidy.')
  const events: ChatEvent[] = []
  const running = () => Promise.reject(new Error('the folder of running programs is gone'))
  const hands = new Listing({ tell: event => void events.push(event), shell: shellFor().shell, running })
  hands.take({ do: 'list-recorded', query: '' })
  await vi.waitFor(() => expect(events).toHaveLength(2))
  expect(events).toMatchObject([
    { type: 'recorded', talks: [{ title: 'tidy' }], running: [] },
    { type: 'remark', kind: 'warning', text: 'the folder of running programs is gone' },
  ])
})

test('after the end nothing is told, and what is of others is left to them', async () => {
  const { hands, events } = setUp()
  expect(hands.take({ do: 'redraw' })).toBe(false)
  hands.take({ do: 'list-recorded', query: '' })
  hands.take({ do: 'list-agents' })
  await hands.close()
  expect(events).toEqual([])
})

test('agents are told with their state, the built-in one ready, and advice', async () => {
  const { hands, told, env, base } = setUp()
  const bin = join(base, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'goose'), '#!/bin/sh\n')
  chmodSync(join(bin, 'goose'), 0o755)
  Object.assign(env, { PATH: `${bin}:/usr/bin:/bin`, SCOUT_DISCOVERY: 'off', ANTHROPIC_API_KEY: 'sk-secret' })
  hands.take({ do: 'list-agents' })
  const [event] = await told('agents')
  expect(event).toMatchObject({ models: ['Anthropic (ANTHROPIC_API_KEY)'] })
  if (event?.type !== 'agents') throw new Error('told as agents')
  const states = new Map(event.agents.map(({ id, state }) => [id, state]))
  expect(states.get('scout')).toBe('ready')
  expect(states.get('goose')).toBe('ready')
  expect(states.get('cursor')).toBe('not installed')
  expect(JSON.stringify(event)).not.toContain('sk-secret')
})

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise(resolve => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

test('models of a server on this machine are found by asking it, and not for long', async () => {
  const good = await serve((_, response) =>
    response.end(JSON.stringify({ data: [{ id: 'qwen3\u001b[2J' }, { id: 'b' }, {}] })),
  )
  const bad = await serve((_, response) => response.end('<html>'))
  const silent = await serve(() => {})
  const servers = [
    { name: 'Ollama', address: good },
    { name: 'Odd', address: bad },
    { name: 'Silent', address: silent },
    { name: 'Nobody', address: 'http://127.0.0.1:9/v1' },
  ]
  const began = performance.now()
  expect(await findModels({}, servers)).toEqual(['Ollama: qwen3· and 1 more'])
  expect(performance.now() - began).toBeLessThan(2_000)
  expect(
    await findModels({ SCOUT_DISCOVERY: 'off', GEMINI_API_KEY: 'x', OPENAI_API_KEY: ' ' }, servers),
  ).toEqual(['Google (GEMINI_API_KEY)'])
})

test('advice says what is missing, and nothing of what is there', () => {
  const scout = { id: 'scout', name: 'Scout', state: 'ready' } as const
  const none = adviceFor({ command: 'parley', agents: [scout], models: [] }).join('\n')
  expect(none).toContain('start Ollama')
  expect(none).toContain('ANTHROPIC_API_KEY')
  expect(none).toContain('parley agents install')
  const all = adviceFor({
    command: 'parley',
    agents: [scout, { ...scout, id: 'codex' }],
    models: ['x'],
  }).join('\n')
  expect(all).not.toContain('Ollama')
  expect(all).not.toContain('parley agents install')
  expect(
    adviceFor({ command: 'parley', agents: [{ ...scout, id: 'mine', state: 'missing' }], models: [] }).join(),
  ).toContain('doctor')
})
