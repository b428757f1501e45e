import { expect, test } from 'vitest'
import type { Report, Verdict } from '../verdict.js'
import { openStdioWire } from '../wire/stdio-wire.js'
import { examineAgent } from './examine-agent.js'
import { reference } from './fixtures/reference.js'
import type { AgentScenario } from './scenario.js'
import { agentScenarios } from './scenarios.js'

async function examine(
  command: readonly string[],
  scenarios: readonly AgentScenario[],
): Promise<readonly Verdict[]> {
  return (await report(command, scenarios)).verdicts
}

function report(
  command: readonly string[],
  scenarios: readonly AgentScenario[],
  turn = 5_000,
): Promise<Report> {
  return examineAgent({
    version: 1,
    fixture: reference,
    scenarios,
    command: command.join(' '),
    pace: { patience: 50, deadline: 5_000, turn },
    open: ({ cwd, env, variant }) => openStdioWire({ command, cwd, env, variant }),
  })
}

/** Asks for leave before it says anything, and fails where nobody can be asked. */
const TIMID = `
const send = message => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
let prompt
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params, error } = JSON.parse(line)
  if (method === 'initialize') send({ id, result: { protocolVersion: 1 } })
  else if (method === 'session/new') send({ id, result: { sessionId: 'one' } })
  else if (method === 'session/prompt') {
    prompt = id
    const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }]
    send({ id: 1, method: 'session/request_permission', params: { ...params, toolCall: { toolCallId: 'a' }, options } })
  } else if (id === 1) send(error ? { id: prompt, error } : { id: prompt, result: { stopReason: 'end_turn' } })
})`

const version = agentScenarios.filter(({ name }) => name === 'initialize.version')
const verdictOn = (verdicts: readonly Verdict[], id: string): Verdict | undefined =>
  verdicts.find(({ requirement }) => requirement.id === id)

test('a program that cannot be started is told as such, and nothing is held against it', async () => {
  const { obstacle, verdicts } = await report(['/there/is/no/such/program'], version)
  expect(obstacle).toContain('not started')
  expect(verdicts.filter(({ outcome }) => outcome !== 'skipped')).toEqual([])
})

test('a program that ends at once is told as such, with its last words, and soon', async () => {
  const started = Date.now()
  const dying = [process.execPath, '-e', 'console.error("no such module"); process.exit(3)']
  const { obstacle, performances } = await report(dying, agentScenarios)
  expect(obstacle).toBe('it never answered: exit code 3; its last words: no such module')
  expect(performances).toEqual([])
  expect(Date.now() - started).toBeLessThan(10_000)
})

test('a program that floods its stdout is not listened to for ever', { timeout: 60_000 }, async () => {
  const flood = 'const b = Buffer.alloc(1 << 20, 120); (function f() { process.stdout.write(b, f) })()'
  const { obstacle } = await report([process.execPath, '-e', flood], version)
  expect(obstacle).toContain('a line above 64 MB')
})

/** Shakes hands, and then says more than anybody can take. */
const FLOOD = `
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method } = JSON.parse(line)
  const send = result => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
  if (method === 'initialize') send({ protocolVersion: 1 })
  else send({ sessionId: 'x'.repeat(70 << 20) })
})`

test('whoever is not listened to any longer is not said to have left a question open', {
  timeout: 60_000,
}, async () => {
  const text = agentScenarios.filter(({ name }) => name === 'prompt.text')
  const { verdicts } = await report([process.execPath, '-e', FLOOD], text, 40_000)
  expect(verdictOn(verdicts, 'agent.answer.given')?.outcome).not.toBe('failed')
  expect(verdictOn(verdicts, 'agent.prompt.text')?.details.join()).toContain('a line above 64 MB')
})

test('a stumble of the examiner costs one scenario, and is told', async () => {
  const stumbling: AgentScenario = {
    name: 'stumbling',
    title: 'stumbles',
    versions: [1],
    verifies: ['agent.session.id'],
    play: async () => {
      throw new TypeError('over its own\u001b[31m feet')
    },
  }
  const verdicts = await examine([process.execPath, '-e', TIMID], [stumbling, ...version])
  expect(verdictOn(verdicts, 'agent.session.id')).toMatchObject({ outcome: 'skipped' })
  expect(verdictOn(verdicts, 'agent.session.id')?.details).toEqual([
    'the examiner stumbled: TypeError: over its own· feet',
  ])
  expect(verdictOn(verdicts, 'agent.initialize.version')?.outcome).toBe('passed')
})

test('what the fixture has no words for is skipped with that reason', async () => {
  const dumb = { name: 'dumb', prompts: {} }
  const { verdicts } = await examineAgent({
    version: 1,
    fixture: dumb,
    scenarios: agentScenarios.filter(({ name }) => name === 'cancel.tool'),
    command: 'none',
    open: () => {
      throw new Error('is not started at all')
    },
  })
  for (const id of ['agent.cancel.tool', 'agent.terminal.released'])
    expect(verdictOn(verdicts, id)?.details).toEqual(['the fixture dumb has no words for "wait"'])
})

test('a question for leave is answered in every scenario: no client goes without', async () => {
  const text = agentScenarios.filter(({ name }) => name === 'wire.text')
  const verdicts = await examine([process.execPath, '-e', TIMID], text)
  expect(verdictOn(verdicts, 'agent.stdin.text')).toMatchObject({ outcome: 'passed' })
})
