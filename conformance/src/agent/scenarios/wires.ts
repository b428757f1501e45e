/** Bytes on their way: texts that must survive, messages in pieces, a slow pipe, and the end of it. */

import type { Entry } from '@parley/acp/inspect'
import type { Judge } from '../../judge.js'
import { isResult } from '../answers.js'
import { describeAnswer, toJson } from '../examined-agent.js'
import type { AgentScenario } from '../scenario.js'
import type { AgentStage } from '../stage.js'

const ECHOED = 'one\ntwo\r\nthree "quoted" \\ \u{1f600} \u{1d4b3} end'
// Some take this for the end of a line. It is not asked to be said: it would prove the pipe to the model, and not this one.
const WILD = `${ECHOED} \u2028 \u2029 after`
const EXIT_MILLISECONDS = 5_000

export const wires: readonly AgentScenario[] = [
  {
    name: 'wire.text',
    title: 'sends a prompt with line breaks and rare characters',
    versions: [1, 2],
    deeds: ['say'],
    verifies: ['agent.stdin.text', 'agent.stdout.one-line'],
    watches: ['agent.stdout.messages', 'agent.stdout.utf8'],
    async play(stage, judge) {
      const agent = await stage.open()
      const { sessionId } = await agent.newSession()
      const answer = await agent.prompt(sessionId, [
        { type: 'text', text: stage.words('say', { text: ECHOED }) },
        { type: 'resource_link', uri: 'file:///nowhere/notes.txt', name: WILD },
      ])
      judge.check('agent.stdin.text', isResult(answer), `expected a result, found ${describeAnswer(answer)}`)
      judge.check(
        'agent.stdout.one-line',
        !agent.peer.entries.some((entry, index, all) => isBrokenLine(entry, all[index + 1])),
        'a message was broken over several lines',
      )
    },
  },
  {
    name: 'wire.pieces',
    title: 'hands everything over in pieces of three bytes',
    versions: [1, 2],
    deeds: ['say'],
    variant: 'split',
    verifies: ['agent.stdin.pieces'],
    play: (stage, judge) => converse(stage, judge, 'agent.stdin.pieces'),
  },
  {
    name: 'wire.slow',
    title: 'hands everything over slowly, and reads slowly',
    versions: [1, 2],
    deeds: ['say'],
    variant: 'slow',
    verifies: ['agent.stdin.slow'],
    play: (stage, judge) => converse(stage, judge, 'agent.stdin.slow'),
  },
  {
    name: 'wire.end',
    title: 'closes stdin',
    versions: [1, 2],
    transports: ['stdio'],
    verifies: ['agent.stdin.end'],
    async play(stage, judge) {
      const agent = await stage.open()
      await agent.newSession()
      agent.peer.end()
      const within = Math.min(EXIT_MILLISECONDS, 5 * stage.pace.patience)
      const isOver = await Promise.race([agent.peer.ended.then(() => true), after(within)])
      judge.check('agent.stdin.end', isOver, `the agent was still there after ${within} ms`)
    },
  },
]

/** A whole conversation, of which only the carriage is of interest. */
async function converse(stage: AgentStage, judge: Judge, requirement: string): Promise<void> {
  const agent = await stage.start()
  const welcome = await agent.initialize()
  if (!judge.check(requirement, isResult(welcome), `initialize: ${describeAnswer(welcome)}`)) return
  await agent.signIn()
  const opened = await agent.call('session/new', { cwd: stage.cwd, mcpServers: [] })
  if (!judge.check(requirement, isResult(opened), `session/new: ${describeAnswer(opened)}`)) return
  const sessionId = isResult(opened) ? String(toJson(opened.result).sessionId) : ''
  const answer = await agent.prompt(sessionId, stage.words('say', { text: 'h\u{e9}llo \u{1f600}' }))
  judge.check(requirement, isResult(answer), `session/prompt: ${describeAnswer(answer)}`)
}

/** Two lines that are no messages, and are one together. */
function isBrokenLine(entry: Entry, next: Entry | undefined): boolean {
  if (!('noise' in entry) || next === undefined || !('noise' in next)) return false
  if (entry.to !== 'client' || next.to !== 'client') return false
  return entry.text.trimStart().startsWith('{') && next.text.trimEnd().endsWith('}')
}

function after(milliseconds: number): Promise<boolean> {
  return new Promise(resolve => {
    setTimeout(() => resolve(false), milliseconds).unref()
  })
}
