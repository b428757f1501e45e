/** Bytes on their way: texts that must survive, messages in pieces, a slow pipe, and the end of it. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Entry } from '@parley/acp/inspect'
import type { Judge } from '../../judge.js'
import { isResult } from '../answers.js'
import { describeAnswer, toJson } from '../examined-agent.js'
import { EVERYTHING, Host, toCapabilities } from '../host.js'
import type { AgentScenario } from '../scenario.js'
import type { AgentStage } from '../stage.js'
import { demandPlainPrompt } from './at-work.js'
import { type Seen, seenOf, textsOf } from './seen-text.js'

const ECHOED = 'one\ntwo\r\nthree "quoted" \\ \u{1f600} \u{1d4b3} end'
// Some take this for the end of a line. It is not asked to be said: it would prove the pipe to the model, and not this one.
const WILD = `${ECHOED} \u2028 \u2029 after`
// However it is cut into pieces of three or four bytes, one of these is cut.
const CUT = 'begin7f3-\u{e9}\u{1f600}\u20ac\u{1f600}\u{e9}\u{1d4b3}-end9c1'
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
      if (!isResult(answer)) await demandPlainPrompt(stage)
      judge.check('agent.stdin.text', isResult(answer), `expected a result, found ${describeAnswer(answer)}`)
      const isMangled = seenOf(textsOf(agent), ECHOED) === 'mangled'
      if (isMangled) judge.check('agent.stdin.text', false, 'the text came back with other characters')
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
    async play(stage, judge) {
      const seen = await converse(stage, judge, 'agent.stdin.pieces')
      if (seen === undefined) return
      if (seen === 'nowhere')
        return judge.skipRest('the messages were taken, and nothing that came back shows their text')
      judge.check('agent.stdin.pieces', seen === 'whole', 'the text came back with other characters')
    },
  },
  {
    name: 'wire.slow',
    title: 'hands everything over slowly, and reads slowly',
    versions: [1, 2],
    deeds: ['say'],
    variant: 'slow',
    verifies: ['agent.stdin.slow'],
    async play(stage, judge) {
      const seen = await converse(stage, judge, 'agent.stdin.slow')
      if (seen === undefined) return
      judge.check('agent.stdin.slow', seen !== 'mangled', 'the text came back with other characters')
    },
  },
  {
    name: 'wire.end',
    title: 'closes stdin',
    versions: [1, 2],
    transports: ['stdio'],
    verifies: ['agent.stdin.end'],
    async play(stage, judge) {
      const agent = await stage.open()
      await agent.askForSession()
      agent.peer.end()
      const within = Math.min(EXIT_MILLISECONDS, 5 * stage.pace.patience)
      const isOver = await Promise.race([agent.peer.ended.then(() => true), after(within)])
      judge.check('agent.stdin.end', isOver, `the agent was still there after ${within} ms`)
    },
  },
]

/** A whole conversation, of which only the carriage is of interest: how its text was seen again, where all was taken. */
async function converse(stage: AgentStage, judge: Judge, requirement: string): Promise<Seen | undefined> {
  const agent = await stage.start()
  const welcome = await agent.initialize({ capabilities: toCapabilities(EVERYTHING, stage.version) })
  if (!isResult(welcome)) return blame(`initialize: ${describeAnswer(welcome)}`)
  await agent.signIn()
  const opened = await agent.askForSession()
  if (!isResult(opened)) {
    // What it refuses however it is handed over has nothing to do with the pieces.
    await (await stage.open({}, 'plain')).newSession()
    return blame(`session/new: ${describeAnswer(opened)}`)
  }
  const host = new Host(stage, agent, EVERYTHING)
  const sessionId = String(toJson(opened.result).sessionId)
  const deed = stage.fixture.prompts.write === undefined ? 'say' : 'write'
  const path = join(stage.cwd, 'made.txt')
  const answer = await agent.ask(sessionId, deed, { path, text: CUT })
  if (!isResult(answer)) {
    await demandPlainPrompt(stage)
    return blame(`session/prompt: ${describeAnswer(answer)}`)
  }
  const written = await readFile(path, 'utf8').catch(() => '')
  const asked = host.requests.map(({ params }) => String(params.content ?? ''))
  return seenOf([...textsOf(agent), written, ...asked], CUT)

  function blame(detail: string): undefined {
    judge.check(requirement, false, detail)
  }
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
