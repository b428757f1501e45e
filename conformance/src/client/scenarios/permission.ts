/** Questions for permission: every answer is one that was offered, a no is a no, and a cancel answers them all. */

import { errorCode } from '../../error.js'
import type { Received } from '../../wire/arrivals.js'
import { toJson } from '../../wire/json.js'
import type { Answer } from '../../wire/scripted-peer.js'
import type { ClientScenario } from '../scenario.js'
import { PERMISSION_OPTIONS, type ScriptedTurn } from '../scripted-turn.js'

function outcomeOf(answer: Answer): { readonly outcome?: unknown; readonly optionId?: unknown } {
  return 'result' in answer ? toJson(toJson(answer.result).outcome) : {}
}

function isCancelled(answer: Answer): boolean {
  return outcomeOf(answer).outcome === 'cancelled'
}

/** The kind of the option that was chosen, `cancelled`, or nothing where neither was answered. */
function chosenKind(answer: Answer): unknown {
  const { outcome, optionId } = outcomeOf(answer)
  if (outcome === 'cancelled') return outcome
  if (outcome !== 'selected') return undefined
  return PERMISSION_OPTIONS.find(option => option.optionId === optionId)?.kind
}

/** Two questions at once, about calls that were announced. */
function askTwice(turn: ScriptedTurn, ids: readonly string[]): Promise<readonly Answer[]> {
  const calls = ['call-1', 'call-2'].map(toolCallId => ({
    toolCallId,
    title: 'Change a file',
    kind: 'edit',
    status: 'pending',
  }))
  for (const call of calls) turn.update({ sessionUpdate: 'tool_call', ...call })
  return Promise.all(calls.map((toolCall, index) => turn.ask({ toolCall }, { id: ids[index] ?? '' })))
}

/** What was answered to these questions behind the cancel; what went before is as it is. */
function answersAfterCancel(all: readonly Received[], ids: readonly string[]): readonly Answer[] {
  const cancel = all.findIndex(({ message }) => message.method === 'session/cancel')
  if (cancel < 0) return []
  return all
    .slice(cancel)
    .filter(({ message }) => ids.includes(String(message.id)))
    .map(({ message }) => ({ result: message.result }))
}

export const permission: readonly ClientScenario[] = [
  {
    name: 'permission.choice',
    title: 'asks for permission with options of odd names, also about a call that it never announced',
    versions: [1, 2],
    tasks: ['prompt'],
    verifies: ['client.permission.choice'],
    async play(stage, judge) {
      const { agent } = await stage.start('prompt', {
        turn: async turn => {
          judge.check(
            'client.permission.choice',
            chosenKind(await turn.ask()) !== undefined,
            'expected an option that was offered, or the outcome cancelled',
          )
          return undefined
        },
      })
      await agent.turn()
    },
  },
  {
    name: 'permission.refusal',
    title: 'asks for permission, and the user says no',
    versions: [1, 2],
    tasks: ['prompt_deny'],
    verifies: ['client.permission.refusal'],
    async play(stage, judge) {
      const { agent } = await stage.start('prompt_deny', {
        turn: async turn => {
          const kind = chosenKind(await turn.ask())
          judge.check(
            'client.permission.refusal',
            kind === 'reject_once' || kind === 'reject_always' || kind === 'cancelled',
            'expected an option that rejects, or the outcome cancelled',
          )
          return undefined
        },
      })
      await agent.turn()
    },
  },
  {
    name: 'permission.cancel',
    title: 'has two questions open when the turn is cancelled',
    versions: [1],
    tasks: ['cancel'],
    verifies: ['client.permission.cancel', 'client.cancel.notification'],
    async play(stage, judge) {
      const client = await stage.start('cancel', {
        turn: async turn => {
          const ids = ['question-1', 'question-2']
          const asked = askTwice(turn, ids)
          client.nudge()
          await Promise.all([asked, turn.untilCancelled()])
          const late = answersAfterCancel(client.agent.peer.arrivals.all, ids)
          if (late.length === 0)
            judge.skip('client.permission.cancel', 'the client had answered before it cancelled')
          else
            judge.check(
              'client.permission.cancel',
              late.every(isCancelled),
              'expected the outcome cancelled for every question that was open',
            )
          return 'cancelled'
        },
      })
      await client.agent.turn()
      const { message } = await client.agent.until('session/cancel')
      judge.check(
        'client.cancel.notification',
        !('id' in message) && toJson(message.params).sessionId === 'session-1',
        'expected session/cancel as a notification that names the session',
      )
    },
  },
  {
    name: 'permission.withdrawn',
    title: 'takes a question back by $/cancel_request',
    versions: [1, 2],
    tasks: ['prompt'],
    verifies: ['client.cancel-request.answer'],
    async play(stage, judge) {
      const { agent } = await stage.start('prompt', {
        turn: async turn => {
          const id = 'withdrawn'
          const asked = turn.ask({}, { id })
          agent.peer.notify('$/cancel_request', { requestId: id })
          const answer = await asked
          await agent.peer.arrivals.quiet(stage.pace.patience)
          const answers = agent.peer.arrivals.all.filter(({ message }) => message.id === id)
          judge.check(
            'client.cancel-request.answer',
            answers.length === 1 &&
              ('result' in answer ||
                ('error' in answer && answer.error.code === errorCode.request_cancelled)),
            `expected one answer, a result or the error ${errorCode.request_cancelled}, found ${answers.length}`,
          )
          return undefined
        },
      })
      await agent.turn()
    },
  },
]
