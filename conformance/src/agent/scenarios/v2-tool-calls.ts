/** Tool calls of version 2: done with the agent's own hands, shown as changes, and with leave that names what it is for. */

import { readdir, writeFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import type { Judge } from '../../judge.js'
import type { Json } from '../../wire/arrivals.js'
import { isError } from '../answers.js'
import { describeAnswer, type ExaminedAgent, isToolCall, toJson } from '../examined-agent.js'
import { EVERYTHING, type Host, openWith } from '../host.js'
import type { AgentScenario } from '../scenario.js'
import type { AgentStage } from '../stage.js'
import { contentsOf, isState, type Told, toldOf } from './told.js'

const FINAL: readonly unknown[] = ['completed', 'failed', 'cancelled']

export const toolCallsOf2: readonly AgentScenario[] = [
  {
    name: 'tool-call.own-hands',
    title: 'has files read and written and a command run, and lends nothing',
    versions: [2],
    deeds: ['read', 'write', 'run'],
    verifies: ['agent.files.none', 'agent.terminal.none', 'agent.tool-call.finished'],
    async play(stage, judge) {
      const { agent } = await openWith(stage, EVERYTHING)
      const { sessionId } = await agent.newSession()
      const path = join(stage.cwd, 'notes.txt')
      await writeFile(path, 'some notes\n')
      for (const deed of ['read', 'write', 'run'] as const)
        await agent.prompt(sessionId, stage.words(deed, { path, text: 'hello' }))
      if (!agent.peer.arrivals.all.some(isToolCall))
        return judge.skipRest('the agent was never seen to use a tool')
      for (const [requirement, family] of [
        ['agent.files.none', 'fs/'],
        ['agent.terminal.none', 'terminal/'],
      ] as const) {
        const asked = agent.peer.arrivals.all.filter(({ message }) =>
          String(message.method).startsWith(family),
        )
        judge.check(requirement, asked.length === 0, `${asked.length} calls of ${family} methods`)
      }
      const open = openCalls(toldOf(agent, sessionId))
      judge.check('agent.tool-call.finished', open.length === 0, `${open.length} tool calls were left open`)
    },
  },
  {
    name: 'permission.asked',
    title: 'is asked for leave to write a file, and gives it',
    versions: [2],
    deeds: ['write'],
    verifies: [
      'agent.permission.title',
      'agent.state.requires-action',
      'agent.state.resumed',
      'agent.diff.changes',
      'agent.diff.patch',
      'agent.diff.offered',
    ],
    watches: ['agent.permission.choices'],
    play: giveLeave,
  },
  ...(['unknown-option', 'unknown-outcome'] as const).map(
    (leave): AgentScenario => ({
      name: `permission.${leave}`,
      title: `answers a question for leave with an ${leave.replace('-', ' ')}`,
      versions: [2],
      deeds: ['write'],
      verifies: [`agent.permission.${leave}`],
      async play(stage, judge) {
        const host = await openWith(stage, { ...EVERYTHING, leave })
        const { sessionId } = await host.agent.newSession()
        await writeWith(host, stage, sessionId)
        if (host.asked('session/request_permission').length === 0)
          return judge.skipRest('the agent asked for no leave')
        judge.check(`agent.permission.${leave}`, !(await isMade(stage)), 'the file is there')
      },
    }),
  ),
  {
    name: 'tool-call.cancel-unknown',
    title: 'cancels a tool call and a terminal that there are not',
    versions: [2],
    verifies: ['agent.tool-call.cancel-unknown', 'agent.terminal.cancel-unknown'],
    async play(stage, judge) {
      const agent = await stage.open()
      const { sessionId } = await agent.newSession()
      for (const [requirement, method, params] of [
        ['agent.tool-call.cancel-unknown', 'tool_call/cancel', { toolCallId: 'nobody-made-this' }],
        ['agent.terminal.cancel-unknown', 'terminal/cancel', { terminalId: 'nobody-made-this' }],
      ] as const) {
        const answer = await agent.call(method, { sessionId, ...params })
        // Who never lets anything be cancelled one by one may not have the method at all.
        judge.check(requirement, isError(answer), `expected an error, found ${describeAnswer(answer)}`)
      }
    },
  },
]

async function isMade({ cwd }: AgentStage): Promise<boolean> {
  return (await readdir(cwd)).includes('made.txt')
}

async function writeWith(host: Host, stage: AgentStage, sessionId: string): Promise<void> {
  await host.agent.ask(sessionId, 'write', { path: join(stage.cwd, 'made.txt'), text: 'made' })
  await host.agent.peer.arrivals.quiet(stage.pace.patience / 2)
}

async function giveLeave(stage: AgentStage, judge: Judge): Promise<void> {
  const host = await openWith(stage, EVERYTHING)
  const { agent } = host
  const { sessionId } = await agent.newSession()
  await writeWith(host, stage, sessionId)
  const [question] = host.asked('session/request_permission')
  if (question === undefined) judge.skip('agent.permission.title', 'the agent asked for no leave')
  else {
    const { title } = question.params
    const isTitled = typeof title === 'string' && title.trim() !== ''
    judge.check('agent.permission.title', isTitled, 'a question for leave has no title')
    judgeWaiting(agent, sessionId, judge)
  }
  judgeDiffs(contentsOf(toldOf(agent, sessionId), 'diff'), judge)
}

/** The state before the question, and the one after it was answered. */
function judgeWaiting(agent: ExaminedAgent, sessionId: string, judge: Judge): void {
  const at = agent.peer.arrivals.all.findIndex(
    ({ message }) => message.method === 'session/request_permission',
  )
  const states = toldOf(agent, sessionId).filter(isState)
  const waiting = states.findIndex(({ update }) => update.state === 'requires_action')
  judge.check(
    'agent.state.requires-action',
    waiting >= 0,
    'the work waited for an answer, and the session was not told to require action',
  )
  if (waiting < 0) return judge.skip('agent.state.resumed', 'the session was not told to require action')
  const next = states.slice(waiting + 1).find(({ place }) => place > at)?.update.state
  judge.check(
    'agent.state.resumed',
    next === 'running' || next === 'idle',
    `after the answer the session is ${String(next ?? 'told nothing')}`,
  )
}

function judgeDiffs(diffs: readonly Json[], judge: Judge): void {
  if (diffs.length === 0) return judge.skipRest('the agent showed no diff')
  const flaws = diffs.flatMap(flawsOfChanges)
  judge.check('agent.diff.changes', flaws.length === 0, flaws.join('; '))
  const patches = diffs.filter(({ patch }) => patch !== undefined && patch !== null)
  judge.check('agent.diff.offered', patches.length > 0, 'no diff of a text has a patch')
  if (patches.length === 0) return judge.skip('agent.diff.patch', 'no diff has a patch')
  const odd = patches.flatMap(flawsOfPatch)
  judge.check('agent.diff.patch', odd.length === 0, odd.join('; '))
}

function changesOf({ changes }: Json): readonly Json[] {
  return Array.isArray(changes) ? changes.map(toJson) : []
}

function flawsOfChanges(diff: Json): readonly string[] {
  const changes = changesOf(diff)
  if (changes.length === 0) return ['a diff names no changes']
  return changes.flatMap(({ operation, path, oldPath }) => {
    const isPair = operation === 'move' || operation === 'copy'
    const paths = isPair ? [path, oldPath] : [path]
    const isOwn = String(operation).startsWith('_')
    const isSound = typeof operation === 'string' && paths.every(each => isAbsolute(String(each ?? '')))
    return isOwn || isSound ? [] : ['a change has no operation, or a path that is not absolute']
  })
}

/** The lines that name files, without what Git writes before the paths. */
const NAMES = /^(?:---|\+\+\+|rename from|rename to|copy from|copy to) (.*)$/gm

function flawsOfPatch(diff: Json): readonly string[] {
  const { format, text } = toJson(diff.patch)
  if (format !== 'git_patch') return String(format).startsWith('_') ? [] : ['a patch is of no known format']
  if (!String(text).startsWith('diff --git ')) return ['a patch does not begin with diff --git']
  const known = changesOf(diff).flatMap(({ path, oldPath }) => [path, oldPath])
  const names = [...String(text).matchAll(NAMES)]
    .map(([, name = '']) => name)
    .filter(name => !name.startsWith('"'))
  return names
    .filter(name => name !== '/dev/null' && !known.includes(name))
    .map(() => 'a patch names a file that is not among the changes, or not by its absolute path')
}

/** Tool calls that have not ended, and that no state tells to go on in the background. */
function openCalls(told: readonly Told[]): readonly unknown[] {
  const last = new Map<unknown, unknown>()
  for (const { update } of told)
    if (update.sessionUpdate === 'tool_call_update' && update.status !== undefined)
      last.set(update.toolCallId, update.status)
  const background = told.filter(isState).flatMap(({ update }) => update.background ?? [])
  return [...last].filter(
    ([id, status]) => !FINAL.includes(status) && !background.some(each => toJson(each).toolCallId === id),
  )
}
