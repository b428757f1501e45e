/** Agents that do little: nothing passes that was not seen, and nobody fails for what is not broken. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Version } from '../requirement.js'
import type { Report } from '../verdict.js'
import { openStdioWire } from '../wire/stdio-wire.js'
import { examineAgent } from './examine-agent.js'
import { type AgentFixture, agentDeeds } from './fixture.js'
import { agentScenarios } from './scenarios.js'

const pathOf = (name: string): string => fileURLToPath(new URL(`../fixtures/${name}.mjs`, import.meta.url))

/** Words for everything, which mean nothing to anybody. */
const wordy: AgentFixture = {
  name: 'wordy',
  prompts: Object.fromEntries(agentDeeds.map(deed => [deed, `${deed} {text} {path} {server}`])),
}

interface Subject {
  /** Of what kind a misfit is. */
  readonly way: string
  readonly program?: string
  readonly version?: Version
  readonly fixture?: AgentFixture
  readonly only?: readonly string[]
}

function examine({
  way,
  program = 'misfit-agent',
  version = 1,
  fixture = wordy,
  only,
}: Subject): Promise<Report> {
  return examineAgent({
    version,
    fixture,
    scenarios: agentScenarios.filter(({ name }) => only?.includes(name) ?? true),
    command: way,
    jobs: 4,
    pace: { patience: 100, deadline: 20_000, turn: 30_000 },
    open: ({ cwd, home, env, variant }) =>
      openStdioWire({
        command: [process.execPath, pathOf(program), way],
        cwd,
        variant,
        env: { PATH: process.env.PATH, HOME: home, ...env },
      }),
  })
}

const passedIn = ({ verdicts }: Report): readonly string[] =>
  verdicts.filter(({ outcome }) => outcome === 'passed').map(({ requirement }) => requirement.id)

/** What is not kept: the outcome, the requirement and why. */
const brokenIn = ({ verdicts }: Report): readonly string[] =>
  verdicts
    .filter(({ outcome }) => outcome !== 'passed' && outcome !== 'skipped')
    .map(({ requirement, outcome, details }) => `${outcome} ${requirement.id}: ${details.join('; ')}`)

/** Why things are skipped, and how many for each reason: they are all that neither pass nor are broken. */
const reasonsIn = ({ verdicts }: Report): Readonly<Record<string, number>> => {
  const reasons: Record<string, number> = {}
  for (const { outcome, details } of verdicts)
    for (const reason of outcome === 'skipped' ? details : []) reasons[reason] = (reasons[reason] ?? 0) + 1
  return reasons
}

const outcomeOf = ({ verdicts }: Report, id: string): string => {
  const found = verdicts.find(({ requirement }) => requirement.id === id)
  return [found?.outcome, ...(found?.details ?? [])].join(': ')
}

/** What can be seen of everybody who answers. */
const ANSWERING = [
  'agent.stdout.messages',
  'agent.stdout.utf8',
  'agent.stdin.end',
  'agent.message.envelope',
  'agent.message.shape',
  'agent.message.fields',
  'agent.answer.id',
  'agent.answer.once',
  'agent.answer.asked',
  'agent.answer.given',
  'agent.answer.error',
  'agent.input.bad-json',
  'agent.input.bad-json-answer',
  'agent.input.invalid-request',
  'agent.input.batch',
  'agent.input.unknown-method',
  'agent.input.unknown-extension',
  'agent.input.unknown-notification',
  'agent.input.notification-unanswered',
  'agent.initialize.version',
  'agent.initialize.version-number',
  'agent.initialize.newer-version',
  'agent.initialize.capabilities',
  'agent.initialize.info',
  'agent.initialize.omitted',
]

/** What can be seen of everybody who opens sessions and takes prompts, besides. */
const TAKING = [
  'agent.stdout.one-line',
  'agent.stdin.text',
  'agent.stdin.slow',
  'agent.input.invalid-params',
  'agent.initialize.first',
  'agent.capability.unadvertised-refused',
  'agent.session.id',
  'agent.session.unique',
  'agent.session.relative-cwd',
  'agent.session.unknown-id',
  'agent.prompt.text',
  'agent.prompt.resource-link',
  'agent.prompt.stop-reason',
  'agent.cancel.idle',
  'agent.cancel-request.unknown',
]

/** What there is in version 1 only. */
const NOT_OF_2 = [
  'agent.initialize.newer-version',
  'agent.initialize.capabilities',
  'agent.session.unknown-id',
  'agent.prompt.stop-reason',
  'agent.cancel-request.unknown',
]

/** What can be seen of everybody in version 2 who opens sessions, takes prompts and tells of that, besides. */
const IDLE_OF_2 = [
  'agent.stdin.pieces',
  'agent.message.absolute-paths',
  'agent.request.known',
  'agent.request.session',
  'agent.input.removed-method',
  'agent.input.odd-id',
  'agent.initialize.version-choice',
  'agent.initialize.older-version',
  'agent.initialize.version-refused',
  'agent.initialize.version-data',
  'agent.initialize.repeated',
  'agent.initialize.failed-repeat',
  'agent.initialize.late-repeat',
  'agent.initialize.markers',
  'agent.session.baseline',
  'agent.session.no-servers',
  'agent.session.lists',
  'agent.session.not-found',
  'agent.session.not-found-data',
  'agent.mcp.unsupported',
  'agent.mcp.untyped',
  'agent.list.array',
  'agent.list.cwd',
  'agent.list.end',
  'agent.list.bad-cursor',
  'agent.resume.no-replay',
  'agent.resume.usable',
  'agent.resume.replay',
  'agent.resume.message-ids',
  'agent.resume.state',
  'agent.resume.bad-cursor',
  'agent.close.unknown',
  'agent.prompt.message-id',
  'agent.prompt.echo',
  'agent.prompt.unsupported',
  'agent.prompt.refused-untold',
  'agent.prompt.empty',
  'agent.prompt.sessions-apart',
  'agent.message.id',
  'agent.message.id-unique',
  'agent.update.words',
  'agent.state.running',
  'agent.state.stop-reason',
  'agent.state.sequence',
  'agent.tool-call.cancel-unknown',
  'agent.terminal.cancel-unknown',
]

/** Why what none of these agents offers is skipped. */
const UNOFFERED = {
  'the agent does not advertise sessionCapabilities.additionalDirectories': 2,
  'the agent does not advertise mcpCapabilities.http': 1,
  'the agent does not advertise sessionCapabilities.list': 4,
  'the agent does not advertise loadSession': 3,
  'the agent does not advertise sessionCapabilities.resume': 3,
  'the agent does not advertise sessionCapabilities.close': 2,
  'the agent does not advertise sessionCapabilities.delete': 2,
  'the agent does not advertise sessionCapabilities.fork': 1,
  'the agent does not advertise promptCapabilities.image': 1,
  'the agent does not advertise promptCapabilities.audio': 1,
  'the agent does not advertise promptCapabilities.embeddedContext': 1,
  'the agent has no way to sign in that needs a terminal': 1,
}

// Every agent must connect to the MCP servers it is told of, whatever else it does.
const NO_MCP = [
  'failed agent.mcp.stdio: the MCP server was not started',
  'warned agent.mcp.all: the second MCP server was not spoken to',
]

test('who does nothing passes in nothing that would have to be done', { timeout: 120_000 }, async () => {
  const report = await examine({ way: 'idle' })
  expect([...passedIn(report)].sort()).toEqual([...ANSWERING, ...TAKING].sort())
  expect(brokenIn(report)).toEqual(NO_MCP)
  expect(reasonsIn(report)).toEqual({
    ...UNOFFERED,
    'fewer than two tool calls were announced': 1,
    'no leave was asked for: the turn is over': 2,
    'no tool call was completed': 1,
    'no tool call was told: the turn is over': 4,
    'nothing was seen that it could be judged by': 28,
    'nothing was told of one of the sessions': 1,
    'the MCP server was not started': 1,
    'the agent asked for no leave': 3,
    'the agent asked nothing': 2,
    'the agent did not call fs/read_text_file': 1,
    'the agent did not call fs/write_text_file': 1,
    'the agent did not call terminal/create': 1,
    'the agent does not offer both modes and an option for the mode': 1,
    'the agent has no options that are on or off': 1,
    'the agent offers no modes': 3,
    'the agent offers no options': 4,
    'the agent offers no way to sign in': 5,
    'the agent said nothing: the turn is over': 6,
    'the agent showed no notice': 1,
    'the agent was never seen to ask in the way "form"': 1,
    'the agent was never seen to ask in the way "url"': 1,
    'the agent was never seen to read a file': 1,
    'the agent was never seen to read a file through the client': 1,
    'the agent was never seen to run a command': 1,
    'the agent was never seen to show a notice': 1,
    'the agent was never seen to tell of a compaction': 1,
    'the agent was never seen to use a tool': 1,
    'the agent was never seen to write a file': 1,
    'the agent was never seen to write a file through the client': 1,
    'the agent wrote nothing': 1,
    'the messages were taken, and nothing that came back shows their text': 1,
  })
})

test('who does nothing in version 2 passes in nothing that would have to be done', {
  timeout: 120_000,
}, async () => {
  const report = await examine({ way: 'idle', version: 2, program: 'idle-agent-v2' })
  expect(brokenIn(report)).toEqual([])
  const others = [...ANSWERING, ...TAKING].filter(id => !NOT_OF_2.includes(id))
  expect([...passedIn(report)].sort()).toEqual([...others, ...IDLE_OF_2].sort())
  expect(reasonsIn(report)).toEqual({
    'no leave was asked for: the turn is over': 4,
    'no tool call was completed': 1,
    'no tool call was told: the turn is over': 3,
    'nothing was seen that it could be judged by': 19,
    'the agent asked for no leave': 8,
    'the agent asked nothing': 4,
    'the agent does not advertise session.additionalDirectories': 2,
    'the agent does not advertise session.delete': 2,
    'the agent does not advertise session.fork': 1,
    'the agent does not advertise session.mcp.http': 1,
    'the agent does not advertise session.mcp.stdio': 3,
    'the agent does not advertise session.prompt.audio': 1,
    'the agent does not advertise session.prompt.embeddedContext': 1,
    'the agent does not advertise session.prompt.image': 1,
    'the agent has no way to sign in that needs a terminal': 1,
    'the agent offers no commands': 1,
    'the agent offers no options': 8,
    'the agent offers no way to sign in': 7,
    'the agent said nothing piece by piece': 1,
    'the agent said nothing: the turn is over': 15,
    'the agent showed no diff': 5,
    'the agent showed no notice': 1,
    'the agent showed no plan': 1,
    'the agent was never seen to ask in the way "form"': 1,
    'the agent was never seen to ask in the way "url"': 1,
    'the agent was never seen to use a tool': 4,
    'the agent wrote nothing': 1,
  })
})

test('who has to be signed in is not blamed for it, and it is told what is missing', {
  timeout: 120_000,
}, async () => {
  const report = await examine({ way: 'signed-out' })
  const own = ['agent.initialize.auth-methods', 'agent.auth.required', 'agent.auth.unknown-method']
  expect([...passedIn(report)].sort()).toEqual([...ANSWERING, ...own].sort())
  expect(brokenIn(report)).toEqual([])
  expect(reasonsIn(report)).toEqual({
    ...UNOFFERED,
    'the agent needs somebody to sign in, and the fixture wordy names no authMethod': 78,
    'the fixture wordy names no authMethod': 1,
    'the agent does not advertise auth.logout': 1,
  })
})

test('who is signed in is judged like anybody else', { timeout: 120_000 }, async () => {
  const report = await examine({ way: 'signed-out', fixture: { ...wordy, authMethod: 'login' } })
  const own = [
    'agent.initialize.auth-methods',
    'agent.auth.required',
    'agent.auth.unknown-method',
    'agent.auth.signed-in',
  ]
  expect([...passedIn(report)].sort()).toEqual([...ANSWERING, ...TAKING, ...own].sort())
  expect(brokenIn(report)).toEqual(NO_MCP)
})

test('who opens no session breaks that, and nothing else', { timeout: 120_000 }, async () => {
  const report = await examine({ way: 'no-sessions' })
  expect([...passedIn(report)].sort()).toEqual([...ANSWERING].sort())
  expect(brokenIn(report)).toEqual(['failed agent.session.id: session/new was answered with error -32603'])
  expect(reasonsIn(report)).toEqual({
    ...UNOFFERED,
    'session/new was answered with error -32603': 77,
    'the agent offers no way to sign in': 5,
  })
})

test.for([
  [{ way: 'idle', version: 2 }, 'the agent speaks version 1 and not version 2: examine it with --protocol 1'],
  [
    { way: 'idle', version: 1, program: 'idle-agent-v2' },
    'the agent does not speak version 1: examine it with --protocol 2',
  ],
  [{ way: 'ends' }, 'it never answered: exit code 3'],
] as const)('nothing is judged of whom nobody can speak with: %j', async ([subject, obstacle]) => {
  const report = await examine(subject)
  expect(report.obstacle).toBe(obstacle)
  expect([passedIn(report), brokenIn(report)]).toEqual([[], []])
  expect(reasonsIn(report)).toEqual({ [obstacle]: report.verdicts.length })
})

/** For agents that say again what they were told. */
const saying: AgentFixture = {
  name: 'saying',
  prompts: { say: '{text}', talk: 'talk' },
  authMethod: 'login',
}

const PROMPTS = [
  'prompt.text',
  'prompt.resource-link',
  'wire.text',
  'wire.pieces',
  'wire.slow',
  'cancel.idle',
]

test.for([
  ['own-reason', 'agent.message.shape', 'agent.prompt.stop-reason'],
  ['no-reason', 'agent.message.shape', 'agent.prompt.stop-reason'],
  ['odd-error', 'agent.message.envelope', 'agent.answer.error', 'agent.prompt.text'],
  ['no-answer', 'agent.message.envelope', 'agent.answer.given', 'agent.prompt.text'],
])(
  'a prompt that is answered wrongly breaks what it breaks, and no more: %s',
  {
    timeout: 60_000,
  },
  async ([way = '', ...ids]) => {
    const { verdicts } = await examine({ way, fixture: saying, only: PROMPTS })
    const failed = verdicts.filter(({ outcome }) => !['passed', 'skipped'].includes(outcome))
    expect(failed.map(({ requirement }) => requirement.id)).toEqual(ids)
  },
)

test('characters that pieces have cut are looked at again', { timeout: 60_000 }, async () => {
  const only = ['wire.pieces']
  const sound = await examine({ way: 'speaks', fixture: saying, only })
  expect(outcomeOf(sound, 'agent.stdin.pieces')).toBe('passed')
  const mangled = await examine({ way: 'mangles', fixture: saying, only })
  expect(brokenIn(mangled)).toEqual(['failed agent.stdin.pieces: the text came back with other characters'])
})

test('a turn that came to its own end was not cancelled, and is not blamed for it', {
  timeout: 60_000,
}, async () => {
  const only = ['cancel.text', 'cancel.one-session', 'cancel-request.prompt']
  const report = await examine({ way: 'speaks', fixture: saying, only })
  expect(brokenIn(report)).toEqual([])
  for (const matter of ['cancel.text', 'cancel.promptly', 'cancel.answer', 'cancel-request.answered'])
    expect(outcomeOf(report, `agent.${matter}`)).toBe(
      'skipped: the turn was over before it could be cancelled',
    )
  expect(outcomeOf(report, 'agent.cancel.one-session')).toMatch(/^skipped/)
})

test('an empty list proves nothing about what stands in lists', { timeout: 60_000 }, async () => {
  const only = ['list.folders', 'delete.list']
  const report = await examine({ way: 'empty-list', fixture: saying, only })
  for (const matter of ['list.cwd', 'list.end'])
    expect(outcomeOf(report, `agent.${matter}`)).toBe('skipped: the session that was just made is not listed')
  expect(outcomeOf(report, 'agent.delete.list')).toBe('skipped: the session was not listed before')
  expect(brokenIn(report)).toEqual([])
})

test('a history is what both have said, whatever else was answered with null', {
  timeout: 60_000,
}, async () => {
  const only = ['load.history']
  const honest = await examine({ way: 'null-results', fixture: saying, only })
  expect(outcomeOf(honest, 'agent.load.history')).toBe('passed')
  const invented = await examine({ way: 'other-words', fixture: saying, only })
  expect(outcomeOf(invented, 'agent.load.history')).toBe(
    'failed: what the user has said was not told before the answer; what the agent has said was not told before the answer',
  )
})
