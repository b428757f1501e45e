/** The manners of JSON-RPC: ids, unknown methods, notifications, and what is not a request at all. */

import { errorCode } from '../../error.js'
import type { Json } from '../../wire/arrivals.js'
import { codeOf, isError } from '../answers.js'
import { describeAnswer, type ExaminedAgent, toJson } from '../examined-agent.js'
import type { AgentScenario } from '../scenario.js'
import { judgeErrors } from './errors.js'

const LONG_ID = 'i'.repeat(200)
const NOBODY = 'parley.test/nobody_has_this'
const UNUSABLE = 'the agent could not be used afterwards'

/** Everything the agent sent that is an answer. */
function answersOf({ peer }: ExaminedAgent): readonly Json[] {
  return peer.arrivals.all.map(({ message }) => message).filter(message => !('method' in message))
}

function codeIn(answer: Json): unknown {
  return toJson(answer.error).code
}

export const rpc: readonly AgentScenario[] = [
  {
    name: 'rpc.ids',
    title: 'asks with ids of every kind',
    versions: [1, 2],
    verifies: ['agent.answer.id'],
    watches: ['agent.answer.once', 'agent.answer.asked', 'agent.answer.given', 'agent.message.envelope'],
    async play(stage, judge) {
      const agent = await stage.open()
      for (const id of [0, 7_000_000, 'abc', -3, LONG_ID]) {
        const answer = await agent.call(`_${NOBODY}`, {}, { id })
        const shown = String(id).slice(0, 20)
        judge.check('agent.answer.id', !('silence' in answer), `nothing came with the id ${shown}`)
      }
    },
  },
  {
    name: 'rpc.unknown-method',
    title: 'asks for methods that nobody has',
    versions: [1, 2],
    verifies: ['agent.input.unknown-method', 'agent.input.unknown-extension', 'agent.answer.error'],
    async play(stage, judge) {
      const agent = await stage.open()
      const plain = await agent.call(NOBODY, {})
      const extension = await agent.call(`_${NOBODY}`, {})
      for (const [id, answer] of [
        ['agent.input.unknown-method', plain],
        ['agent.input.unknown-extension', extension],
      ] as const)
        judge.check(
          id,
          codeOf(answer) === errorCode.method_not_found,
          `expected error ${errorCode.method_not_found}, found ${describeAnswer(answer)}`,
        )
      judgeErrors(agent, judge)
    },
  },
  {
    name: 'rpc.notifications',
    title: 'tells the agent things that it does not know',
    versions: [1, 2],
    verifies: ['agent.input.unknown-notification', 'agent.input.notification-unanswered'],
    async play(stage, judge) {
      const agent = await stage.open()
      const isUsable = await agent.usability()
      const before = answersOf(agent).length
      for (const method of [NOBODY, `_${NOBODY}`, '$/nobody_has_this']) agent.peer.notify(method, { a: 1 })
      await agent.peer.arrivals.quiet(stage.pace.patience)
      const answers = answersOf(agent).length - before
      judge.check('agent.input.notification-unanswered', answers === 0, `${answers} answers to notifications`)
      judge.check('agent.input.unknown-notification', await isUsable(), UNUSABLE)
    },
  },
  {
    name: 'rpc.bad-json',
    title: 'sends a line that is not JSON',
    versions: [1, 2],
    verifies: ['agent.input.bad-json', 'agent.input.bad-json-answer'],
    async play(stage, judge) {
      const agent = await stage.open()
      const isUsable = await agent.usability()
      const before = answersOf(agent).length
      agent.peer.sendText('{"jsonrpc": "2.0", "id": 1, \n')
      await agent.peer.arrivals.quiet(stage.pace.patience)
      const answers = answersOf(agent).slice(before)
      judge.check(
        'agent.input.bad-json-answer',
        answers.every(answer => answer.id === null && codeIn(answer) === errorCode.parse_error),
        `expected error ${errorCode.parse_error} with the id null, or nothing`,
      )
      judge.check('agent.input.bad-json', await isUsable(), UNUSABLE)
    },
  },
  {
    name: 'rpc.invalid-request',
    title: 'sends JSON that is no request',
    versions: [1, 2],
    verifies: ['agent.input.invalid-request'],
    except: ['agent.answer.asked', 'agent.answer.given'],
    async play(stage, judge) {
      const agent = await stage.open()
      const isUsable = await agent.usability()
      const before = answersOf(agent).length
      agent.peer.send({ jsonrpc: '2.0', id: 'no-method' })
      agent.peer.send({ id: 'no-version', method: `_${NOBODY}` })
      agent.peer.send({ jsonrpc: '2.0', id: 'number', method: 5 })
      await agent.peer.arrivals.quiet(stage.pace.patience)
      // Who forgives the missing version may well say that there is no such method.
      const isForgiven = (answer: Json): boolean =>
        answer.id === 'no-version' && codeIn(answer) === errorCode.method_not_found
      const odd = answersOf(agent)
        .slice(before)
        .filter(answer => codeIn(answer) !== errorCode.invalid_request && !isForgiven(answer))
      judge.check(
        'agent.input.invalid-request',
        odd.length === 0,
        `expected error ${errorCode.invalid_request}, found ${odd.map(answer => String(codeIn(answer) ?? 'a result')).join(', ')}`,
      )
      judge.check('agent.input.invalid-request', await isUsable(), UNUSABLE)
    },
  },
  {
    name: 'rpc.invalid-params',
    title: 'asks for a session without a folder, and with a number for one',
    versions: [1, 2],
    verifies: ['agent.input.invalid-params'],
    async play(stage, judge) {
      const agent = await stage.open()
      // Who refuses what is sound, too, has another reason.
      await agent.newSession()
      for (const params of [{ mcpServers: [] }, { cwd: 7, mcpServers: [] }]) {
        const answer = await agent.call('session/new', params)
        judge.check(
          'agent.input.invalid-params',
          codeOf(answer) === errorCode.invalid_params,
          `expected error ${errorCode.invalid_params}, found ${describeAnswer(answer)}`,
        )
      }
    },
  },
  {
    name: 'rpc.batch',
    title: 'sends batches, which an agent may take or refuse',
    versions: [1, 2],
    verifies: ['agent.input.batch'],
    except: ['agent.answer.given'],
    async play(stage, judge) {
      const agent = await stage.open()
      const request = (id: string): Json => ({ jsonrpc: '2.0', id, method: `_${NOBODY}`, params: {} })
      const isUsable = await agent.usability()
      agent.peer.send([])
      agent.peer.send([request('batch-1'), { jsonrpc: '2.0', method: `_${NOBODY}` }, request('batch-2')])
      await agent.peer.arrivals.quiet(stage.pace.patience)
      const isEmpty = agent.peer.entries.some(
        entry => 'message' in entry && entry.to === 'client' && isEmptyList(entry.message),
      )
      judge.check('agent.input.batch', !isEmpty, 'an empty batch was sent')
      const answered = answersOf(agent).filter(({ id }) => String(id).startsWith('batch-'))
      const ids = answered.map(({ id }) => id).sort()
      judge.check(
        'agent.input.batch',
        ids.length === 0 || ids.join() === 'batch-1,batch-2',
        `of two requests in a batch, answers came for ${ids.join(', ')}`,
      )
      judge.check('agent.input.batch', await isUsable(), UNUSABLE)
    },
  },
  {
    name: 'rpc.unadvertised',
    title: 'calls what the agent does not advertise',
    versions: [1, 2],
    verifies: ['agent.capability.unadvertised-refused'],
    // What is refused proves nothing about what is done.
    except: ['agent.resume.no-replay', 'agent.load.replay-first'],
    async play(stage, judge) {
      const agent = await stage.open()
      const { sessionId } = await agent.newSession()
      const place = { sessionId, cwd: stage.cwd, mcpServers: [] }
      const signsOut = stage.version === 1 ? agent.can('auth.logout') : agent.signIns.length > 0
      const calls = Object.entries({
        ...(stage.version === 1 ? { loadSession: ['session/load', place] } : {}),
        'sessionCapabilities.resume': ['session/resume', place],
        'sessionCapabilities.list': ['session/list', {}],
        'sessionCapabilities.delete': ['session/delete', { sessionId: 'nobody' }],
        'sessionCapabilities.fork': ['session/fork', place],
        'sessionCapabilities.close': ['session/close', { sessionId }],
      })
        .filter(([capability]) => !agent.can(capability))
        .map(([, call]) => call)
      if (!signsOut) calls.push([agent.words.logout, {}])
      if (calls.length === 0)
        judge.skip('agent.capability.unadvertised-refused', 'the agent advertises every optional method')
      for (const [method, params] of calls) {
        const answer = await agent.call(String(method), params)
        judge.check(
          'agent.capability.unadvertised-refused',
          isError(answer),
          `${String(method)} is not advertised: expected an error, found ${describeAnswer(answer)}`,
        )
      }
    },
  },
]

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}
