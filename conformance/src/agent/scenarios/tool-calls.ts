/** Tool calls: how they are told, what they need leave for, and what must not happen without it. */

import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Judge } from '../../judge.js'
import { isResult, stopOf } from '../answers.js'
import { isToolCall, updateOf } from '../examined-agent.js'
import { EVERYTHING, type Host, type Offer, openWith } from '../host.js'
import type { AgentScenario } from '../scenario.js'
import type { AgentStage } from '../stage.js'

const WATCHED = [
  'agent.tool-call.known',
  'agent.tool-call.finished',
  'agent.tool-call.revived',
  'agent.message.absolute-paths',
  'agent.message.lines',
  'agent.request.id',
  'agent.request.known',
  'agent.message.trace-context',
]

const TRACE = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' }

export const toolCalls: readonly AgentScenario[] = [
  {
    name: 'tool-call.write',
    title: 'has a file written, and allows it',
    versions: [1, 2],
    deeds: ['write'],
    verifies: ['agent.tool-call.before', 'agent.tool-call.progress'],
    watches: [...WATCHED, 'agent.permission.options', 'agent.capability.unadvertised-method'],
    async play(stage, judge) {
      const host = await openWith(stage, EVERYTHING)
      const { sessionId } = await host.agent.newSession()
      const text = stage.words('write', { path: join(stage.cwd, 'made.txt'), text: 'made' })
      await host.agent.prompt(sessionId, text, { meta: TRACE })
      judgeOrder(host, judge, 'fs/write_text_file')
    },
  },
  {
    name: 'tool-call.run',
    title: 'has a command run, and allows it',
    versions: [1, 2],
    deeds: ['run'],
    verifies: ['agent.tool-call.before', 'agent.tool-call.progress'],
    watches: [
      ...WATCHED,
      'agent.terminal.released',
      'agent.terminal.after-release',
      'agent.terminal.known',
      'agent.permission.options',
    ],
    async play(stage, judge) {
      const host = await openWith(stage, EVERYTHING)
      const { sessionId } = await host.agent.newSession()
      await host.agent.ask(sessionId, 'run', { text: 'hello' })
      judgeOrder(host, judge, 'terminal/create')
    },
  },
  {
    name: 'tool-call.read',
    title: 'has a file read',
    versions: [1, 2],
    deeds: ['read'],
    verifies: ['agent.tool-call.before', 'agent.tool-call.progress'],
    watches: WATCHED,
    async play(stage, judge) {
      const host = await openWith(stage, EVERYTHING)
      const { sessionId } = await host.agent.newSession()
      const path = join(stage.cwd, 'notes.txt')
      await writeFile(path, 'some notes\n')
      await host.agent.ask(sessionId, 'read', { path })
      judgeOrder(host, judge, 'fs/read_text_file')
    },
  },
  {
    name: 'tool-call.unique',
    title: 'has two things done in one session, one after the other',
    versions: [1],
    verifies: ['agent.tool-call.unique'],
    play: doTwice,
  },
  {
    name: 'tool-call.failure',
    title: 'has the agent fail at something',
    versions: [1, 2],
    deeds: ['fail'],
    verifies: ['agent.tool-call.failure'],
    watches: ['agent.tool-call.finished'],
    async play(stage, judge) {
      const host = await openWith(stage, EVERYTHING)
      const { sessionId } = await host.agent.newSession()
      const answer = await host.agent.ask(sessionId, 'fail', { path: join(stage.cwd, 'not-there.txt') })
      // How a tool failed is told in many ways; that one was used is what can be known.
      if (!host.agent.peer.arrivals.all.some(isToolCall))
        return judge.skipRest('the agent was never seen to use a tool')
      judge.check('agent.tool-call.failure', isResult(answer), `the prompt ended with ${stopOf(answer)}`)
    },
  },
  {
    name: 'permission.rejected-write',
    title: 'rejects a change',
    versions: [1, 2],
    deeds: ['write'],
    verifies: ['agent.permission.rejected-write'],
    watches: ['agent.permission.heeded'],
    play: (stage, judge) =>
      refuse(stage, judge, {
        requirement: 'agent.permission.rejected-write',
        leave: 'reject',
        deed: 'write',
      }),
  },
  {
    name: 'permission.rejected-command',
    title: 'rejects a command',
    versions: [1, 2],
    deeds: ['run'],
    verifies: ['agent.permission.rejected-command'],
    watches: ['agent.permission.heeded'],
    play: (stage, judge) =>
      refuse(stage, judge, {
        requirement: 'agent.permission.rejected-command',
        leave: 'reject',
        deed: 'run',
      }),
  },
  {
    name: 'permission.cancelled',
    title: 'calls a question for leave off',
    versions: [1, 2],
    deeds: ['write'],
    verifies: ['agent.permission.cancelled'],
    watches: ['agent.permission.heeded'],
    play: (stage, judge) =>
      refuse(stage, judge, { requirement: 'agent.permission.cancelled', leave: 'cancelled', deed: 'write' }),
  },
]

/** Whatever the agent can be asked for, twice: each time it is another call. */
async function doTwice(stage: AgentStage, judge: Judge): Promise<void> {
  const { prompts, name } = stage.fixture
  const deed = (['read', 'write', 'run'] as const).find(each => prompts[each] !== undefined)
  if (deed === undefined)
    return judge.skipRest(`the fixture ${name} has no words for "read", "write" or "run"`)
  const host = await openWith(stage, EVERYTHING)
  const { sessionId } = await host.agent.newSession()
  const path = join(stage.cwd, 'notes.txt')
  await writeFile(path, 'some notes\n')
  const turns: (readonly unknown[])[] = []
  for (const text of ['one', 'two']) {
    const before = host.agent.updatesOf(sessionId).length
    await host.agent.ask(sessionId, deed, { path, text })
    const announced = host.agent
      .updatesOf(sessionId)
      .slice(before)
      .filter(({ sessionUpdate }) => sessionUpdate === 'tool_call')
    turns.push(announced.map(({ toolCallId }) => toolCallId))
  }
  const [first = [], second = []] = turns
  if (first.length === 0 || second.length === 0)
    return judge.skipRest('fewer than two tool calls were announced')
  const again = second.filter(id => first.includes(id))
  judge.check('agent.tool-call.unique', again.length === 0, 'two tool calls have the same id')
}

interface Refusal {
  readonly requirement: string
  readonly leave: Offer['leave']
  readonly deed: 'write' | 'run'
}

/** What is to be written or printed. */
const WORD = 'made-5e7'
const WORK = ['fs/write_text_file', 'terminal/create']

/** Whoever is not asked cannot refuse: then nothing is decided. */
async function refuse(stage: AgentStage, judge: Judge, { requirement, leave, deed }: Refusal): Promise<void> {
  const host = await openWith(stage, { ...EVERYTHING, leave })
  const { sessionId } = await host.agent.newSession()
  await host.agent.ask(sessionId, deed, { path: join(stage.cwd, 'made.txt'), text: WORD })
  await host.agent.peer.arrivals.quiet(stage.pace.patience / 2)
  const [question] = host.asked('session/request_permission')
  if (question === undefined) return judge.skip(requirement, 'the agent asked for no leave')
  const done = host.asked(...WORK).filter(({ at }) => at >= question.at)
  const isMade = (await readdir(stage.cwd)).includes('made.txt')
  const isPrinted = stage.version === 2 && deed === 'run' && hasOutput(host, question.at)
  judge.check(
    requirement,
    done.length === 0 && !isMade && !isPrinted,
    `it was done all the same: ${[
      ...(isMade ? ['the file is there'] : []),
      ...(isPrinted ? ['its output is there'] : []),
      ...done.map(({ method }) => method),
    ].join(', ')}`,
  )
}

/** Whether the agent, which runs commands itself, shows what the command prints: a line of its own. */
function hasOutput({ agent }: Host, since: number): boolean {
  const updates = agent.peer.arrivals.all.filter(({ at }) => at >= since).map(updateOf)
  const texts = updates.flatMap(({ content, rawOutput, output, data }) => [
    ...textsIn([content, rawOutput]),
    ...textsIn([output, data]).map(bytes => Buffer.from(bytes, 'base64').toString()),
  ])
  return texts.some(text => text.split('\n').some(line => line.trim() === WORD))
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** A tool call is told before its work, and is in progress before it is complete. */
function judgeOrder({ agent }: Host, judge: Judge, work: string): void {
  const { all } = agent.peer.arrivals
  const first = all.findIndex(({ message }) => message.method === work)
  const announced = all.findIndex(received => updateOf(received).sessionUpdate === 'tool_call')
  if (first < 0) judge.skip('agent.tool-call.before', `the agent did not call ${work}`)
  else
    judge.check(
      'agent.tool-call.before',
      announced >= 0 && announced < first,
      `${work} came before any tool call`,
    )
  const seen = new Map<unknown, Set<unknown>>()
  for (const { toolCallId, status, sessionUpdate } of all.map(updateOf))
    if (sessionUpdate === 'tool_call' || sessionUpdate === 'tool_call_update')
      seen.set(toolCallId, (seen.get(toolCallId) ?? new Set()).add(status))
  const completed = [...seen.values()].filter(states => states.has('completed'))
  if (completed.length === 0) return judge.skip('agent.tool-call.progress', 'no tool call was completed')
  judge.check(
    'agent.tool-call.progress',
    completed.every(states => states.has('in_progress')),
    'a tool call was completed and never in progress',
  )
}
