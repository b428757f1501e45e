/** Questions to the user: forms that are filled in as they want it, addresses that nobody opens unasked. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Judge } from '../../judge.js'
import type { Json } from '../../wire/arrivals.js'
import { toJson } from '../../wire/json.js'
import type { Answer } from '../../wire/scripted-peer.js'
import type { Task } from '../fixture.js'
import type { ClientScenario } from '../scenario.js'
import type { ScriptedTurn } from '../scripted-turn.js'
import { type ClientStage, pause } from '../stage.js'

const CREATE = 'elicitation/create'
const FORM: Json = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 8 },
    count: { type: 'integer', minimum: 3, maximum: 5 },
    sure: { type: 'boolean' },
    colour: { type: 'string', enum: ['red', 'green'] },
    sizes: { type: 'array', minItems: 1, maxItems: 1, items: { type: 'string', enum: ['s', 'm'] } },
  },
  required: ['name', 'count', 'sure', 'colour', 'sizes'],
}
const ACTIONS: readonly unknown[] = ['accept', 'decline', 'cancel']

function actionOf(answer: Answer): unknown {
  return 'result' in answer ? toJson(answer.result).action : undefined
}

function isWithin(value: unknown, [least, most]: readonly [number, number]): boolean {
  return typeof value === 'number' && value >= least && value <= most
}

function fitsForm({ name, count, sure, colour, sizes }: Json): boolean {
  const isNamed = typeof name === 'string' && isWithin(name.length, [2, 8])
  const isCounted = Number.isInteger(count) && isWithin(count, [3, 5])
  const isSized = Array.isArray(sizes) && sizes.length === 1 && ['s', 'm'].includes(String(sizes[0]))
  return (
    isNamed && isCounted && typeof sure === 'boolean' && ['red', 'green'].includes(String(colour)) && isSized
  )
}

interface Asking {
  readonly task: Task
  readonly mode: 'form' | 'url'
  readonly judge: Judge
  turn(turn: ScriptedTurn): Promise<undefined>
}

async function ask(stage: ClientStage, { task, mode, judge, turn }: Asking): Promise<void> {
  const needed = `elicitation.${mode}`
  const client = await stage.start(task, {
    turn: async own => ((await client.agent.lends(needed)) ? turn(own) : undefined),
  })
  if (!(await client.agent.lends(needed))) return judge.skipRest(`the client does not advertise ${needed}`)
  await client.agent.turn()
}

export const elicitation: readonly ClientScenario[] = [
  {
    name: 'elicitation.form',
    title: 'asks for a form of every kind of field',
    versions: [1, 2],
    tasks: ['form'],
    verifies: ['client.elicitation.action', 'client.elicitation.content'],
    play: (stage, judge) =>
      ask(stage, {
        task: 'form',
        mode: 'form',
        judge,
        turn: async turn => {
          const answer = await turn.call(CREATE, { mode: 'form', message: 'Tell me.', requestedSchema: FORM })
          const action = actionOf(answer)
          judge.check(
            'client.elicitation.action',
            ACTIONS.includes(action),
            'expected the action accept, decline or cancel',
          )
          if (action !== 'accept' || !('result' in answer))
            judge.skip('client.elicitation.content', 'the client did not fill in the form')
          else
            judge.check(
              'client.elicitation.content',
              fitsForm(toJson(toJson(answer.result).content)),
              'expected content that fits the form',
            )
          return undefined
        },
      }),
  },
  {
    name: 'elicitation.decline',
    title: 'asks for a form, and the user says no',
    versions: [1, 2],
    tasks: ['form_decline'],
    verifies: ['client.elicitation.refusal'],
    play: (stage, judge) =>
      ask(stage, {
        task: 'form_decline',
        mode: 'form',
        judge,
        turn: async turn => {
          const answer = await turn.call(CREATE, { mode: 'form', message: 'Tell me.', requestedSchema: FORM })
          const action = actionOf(answer)
          judge.check(
            'client.elicitation.refusal',
            action === 'decline' || action === 'cancel',
            'expected the action decline or cancel',
          )
          return undefined
        },
      }),
  },
  {
    name: 'elicitation.unknown',
    title: 'asks in a mode that nobody knows, and for a field that nobody knows',
    versions: [1, 2],
    tasks: ['form'],
    verifies: ['client.elicitation.unknown-mode', 'client.elicitation.unknown-field'],
    play: (stage, judge) =>
      ask(stage, {
        task: 'form',
        mode: 'form',
        judge,
        turn: async turn => {
          const odd = await turn.call(CREATE, { mode: '_hologram', message: 'Look.', requestedSchema: FORM })
          judge.check(
            'client.elicitation.unknown-mode',
            actionOf(odd) !== 'accept' && !('silence' in odd),
            'expected a mode that nobody knows not to be accepted',
          )
          const requestedSchema = {
            type: 'object',
            properties: { shade: { type: '_colour', depth: 3 } },
            required: ['shade'],
          }
          const field = await turn.call(CREATE, { mode: 'form', message: 'Which?', requestedSchema })
          judge.check(
            'client.elicitation.unknown-field',
            actionOf(field) !== 'accept' && !('silence' in field),
            'expected a form that demands a field of an unknown kind not to be accepted',
          )
          return undefined
        },
      }),
  },
  {
    name: 'elicitation.address',
    title: 'asks for a visit to an address, and the user says no',
    versions: [1, 2],
    tasks: ['form_decline'],
    verifies: ['client.elicitation.consent'],
    async play(stage, judge) {
      let hits = 0
      const server = createServer((_, response) => {
        hits++
        response.end('seen')
      })
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
      stage.onClose(() => server.close())
      const { port } = server.address() as AddressInfo
      const url = `http://127.0.0.1:${port}/visit`
      await ask(stage, {
        task: 'form_decline',
        mode: 'url',
        judge,
        turn: async turn => {
          const asked = { mode: 'url', message: 'Please visit.', elicitationId: 'visit-1', url }
          const answer = await turn.call(CREATE, asked)
          await pause(stage.pace.patience)
          judge.check(
            'client.elicitation.consent',
            hits === 0 && actionOf(answer) !== 'accept',
            `expected the address not to be opened when the user says no, found ${hits} visits`,
          )
          return undefined
        },
      })
    },
  },
  {
    name: 'elicitation.complete',
    title: 'says that a visit is complete which nobody was asked for',
    versions: [1, 2],
    tasks: ['visit'],
    verifies: ['client.elicitation.complete'],
    play: (stage, judge) =>
      ask(stage, {
        task: 'visit',
        mode: 'url',
        judge,
        turn: async turn => {
          const url = 'https://example.com/visit'
          await turn.call(CREATE, { mode: 'url', message: 'Please visit.', elicitationId: 'known', url })
          for (const elicitationId of ['never-asked', 'known', 'known']) turn.complete(elicitationId)
          judge.check(
            'client.elicitation.complete',
            !('silence' in (await turn.ask())),
            'expected ids that are unknown or done with to be ignored, and the turn to go on',
          )
          return undefined
        },
      }),
  },
]
