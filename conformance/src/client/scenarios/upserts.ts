/** What a client makes of version 2's whole states: told again they replace, null clears, and pieces are added. */

import type { Judge } from '../../judge.js'
import type { Json } from '../../wire/arrivals.js'
import { toJson } from '../../wire/json.js'
import type { ClientScenario } from '../scenario.js'
import type { ScriptedTurn } from '../scripted-turn.js'
import { checkSeen, saidIn, sessionOf } from '../seen.js'
import type { SessionView } from '../view.js'

const block = (text: string): Json => ({ type: 'text', text })
const shown = (text: string): Json => ({ type: 'content', content: block(text) })
const encoded = (text: string): string => Buffer.from(text).toString('base64')

const CALL = { sessionUpdate: 'tool_call_update', toolCallId: 'call-1' }
const TERMINAL = { sessionUpdate: 'terminal_update', terminalId: 'terminal-1' }

function tellMessages(turn: ScriptedTurn): void {
  turn.say('A first ', 'replaced')
  turn.say('attempt', 'replaced')
  const whole = (messageId: string, content: unknown): void =>
    turn.update({ sessionUpdate: 'agent_message', messageId, content })
  whole('replaced', [block('The second attempt')])
  turn.say(', and a piece', 'replaced')
  turn.say('Nothing of this', 'cleared')
  whole('cleared', null)
}

function tellWork(turn: ScriptedTurn): void {
  turn.update({
    ...CALL,
    title: 'Build it',
    kind: 'execute',
    status: 'in_progress',
    content: [shown('one')],
    locations: [{ path: '/gone' }],
  })
  turn.update({ sessionUpdate: 'tool_call_content_chunk', toolCallId: 'call-1', content: shown('two') })
  turn.update({ ...CALL, locations: null })
  turn.update({ ...TERMINAL, command: 'make', cwd: '/', output: { data: encoded('old ') } })
  turn.update({ ...TERMINAL, output: { data: encoded('new ') } })
  for (const piece of ['outp', 'ut'])
    turn.update({ sessionUpdate: 'terminal_output_chunk', terminalId: 'terminal-1', data: encoded(piece) })
}

function checkMessages(judge: Judge, session: SessionView | undefined): void {
  const seen = saidIn(session)
  checkSeen(judge, 'client.message.whole', {
    seen,
    isRight: said =>
      said.some(text => text.startsWith('The second attempt')) && !said.join().includes('first'),
    detail: 'expected a whole message to take the place of its pieces',
  })
  checkSeen(judge, 'client.message.goes-on', {
    seen,
    isRight: said => said.includes('The second attempt, and a piece'),
    detail: 'expected a piece that follows a whole message to be added to it',
  })
  checkSeen(judge, 'client.message.cleared', {
    seen,
    isRight: said => !said.join().includes('Nothing of this'),
    detail: 'expected a message whose content is null to have none',
  })
}

function checkWork(judge: Judge, session: SessionView | undefined): void {
  const call =
    session?.toolCalls && toJson(session.toolCalls.find(({ toolCallId }) => toolCallId === 'call-1'))
  checkSeen(judge, 'client.tool-call.added', {
    seen: call,
    isRight: ({ content }) => Array.isArray(content) && /one.*two/.test(JSON.stringify(content)),
    detail: 'expected a piece of content behind what the tool call had',
  })
  checkSeen(judge, 'client.tool-call.cleared', {
    seen: call,
    isRight: ({ locations, title }) =>
      title === 'Build it' && !JSON.stringify(locations ?? []).includes('/gone'),
    detail: 'expected locations that were told to be null to be gone, and the title to stay',
  })
  const terminal =
    session?.terminals && toJson(session.terminals.find(({ terminalId }) => terminalId === 'terminal-1'))
  checkSeen(judge, 'client.terminal.replaced', {
    seen: terminal,
    isRight: ({ output }) => String(output).startsWith('new '),
    detail: 'expected output that is told as a whole to take the place of what was there',
  })
  checkSeen(judge, 'client.terminal.added', {
    seen: terminal,
    isRight: ({ output }) => String(output).endsWith('output'),
    detail: 'expected pieces of output behind what was there',
  })
}

export const upserts: readonly ClientScenario[] = [
  {
    name: 'upserts.turn',
    title: 'tells whole messages, tool calls and terminals again, clears some, and adds to others',
    versions: [2],
    tasks: ['prompt'],
    verifies: [
      'client.message.whole',
      'client.message.goes-on',
      'client.message.cleared',
      'client.tool-call.added',
      'client.tool-call.cleared',
      'client.terminal.replaced',
      'client.terminal.added',
    ],
    async play(stage, judge) {
      const client = await stage.start('prompt', {
        async turn(turn) {
          tellMessages(turn)
          tellWork(turn)
        },
      })
      await client.agent.turn()
      const session = sessionOf(await client.finish())
      checkMessages(judge, session)
      checkWork(judge, session)
    },
  },
]
