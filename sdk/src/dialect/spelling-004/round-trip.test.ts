/** There and back again: two interpreters with version 1 between them, and every value of one peer reaches the other. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ErrorObject } from '../../jsonrpc/index.js'
import { atLeast } from '../../runs.fixture.js'
import { BAD, Trail } from '../../schema/index.js'
import { methods } from '../../schema/v1-unstable/methods.gen.js'
import { equalValues } from '../../thread/fields.js'
import { type Desk, errorOf, type Fields, type Made, withAgent, withClient } from './desk.fixture.js'
import { errorToOurs, errorToTheirs } from './errors.js'
import { ofAgents, ofClients, update } from './respelled.fixture.js'

const rows = new Map(methods.map(row => [row.name, row]))
const RUNS = { numRuns: atLeast(300) }

/** Whether version 1 can read it: what stands in the middle is held against its schema. */
const isReadable = (method: string, part: 'params' | 'result', value: unknown): boolean =>
  rows.get(method)?.[part]?.(value, new Trail()) !== BAD

test('every update reaches the other peer by value, and is version 1 in the middle', () => {
  fc.assert(
    fc.property(update, said => {
      const [near, far] = [withAgent(), withClient()]
      near.notify('theirs', 'session/update', said)
      const told = near.lastTold('ours')
      expect(isReadable('session/update', 'params', told), JSON.stringify(told)).toBe(true)
      far.notify('ours', 'session/update', told)
      expect(far.lastTold('theirs')).toEqual(said)
    }),
    RUNS,
  )
})

const settled = ({
  settled: [outcome],
}: Made): { readonly result: unknown } | { readonly error: ErrorObject } => outcome!

/** Passes a call from the peer of one desk to the peer of the other, and the answer back; gives back both as they arrived. */
function cross(
  [near, far]: readonly [Desk, Desk],
  method: string,
  [params, result]: readonly [Fields, Fields],
): readonly [unknown, unknown] {
  const made = near.request('theirs', method, params)
  const said = near.asked.find(ask => ask.to === 'ours' && ask.method === method)
  if (said === undefined) throw new Error(`not passed on: ${JSON.stringify(settled(made))}`)
  expect(isReadable(method, 'params', said.params), JSON.stringify(said.params)).toBe(true)
  const passed = far.request('ours', method, said.params)
  const arrived = far.answer(method, result)
  const outcome = settled(passed)
  if ('result' in outcome) {
    expect(isReadable(method, 'result', outcome.result), JSON.stringify(outcome.result)).toBe(true)
    near.answer(method, outcome.result)
  } else near.refuse(method, outcome.error)
  return [arrived, settled(made)]
}

/** Of signing in only the method travels, and what anybody may know. */
function withoutSecrets({ method, _meta }: Fields): Fields {
  const isEmpty = Object.keys((_meta ?? {}) as Fields).length === 0
  return { method, credentials: {}, ...(isEmpty ? {} : { _meta }) }
}

test.each(ofClients)('%s and its answer reach the other peer by value', (method, params, result) => {
  fc.assert(
    fc.property(params, result, (asked, told) => {
      const desks = [withClient(), withAgent()] as const
      const isSecret = method === 'authenticate'
      const [arrived, answered] = cross(desks, method, [asked, told])
      expect(arrived).toEqual(isSecret ? withoutSecrets(asked) : asked)
      expect(answered).toEqual({ result: told })
    }),
    RUNS,
  )
})

test.each(ofAgents)('%s and its answer reach the other peer by value', (method, params, result) => {
  fc.assert(
    fc.property(params, result, (asked, told) => {
      const [arrived, answered] = cross([withAgent(), withClient()], method, [asked, told])
      expect(arrived).toEqual(asked)
      expect(answered).toEqual({ result: told })
    }),
    RUNS,
  )
})

const error = fc.record(
  {
    code: fc.oneof(
      fc.integer({ min: -32010, max: -31999 }),
      fc.constantFrom(-32700, -32600, -32601, -32602, -32603, 7),
    ),
    message: fc.string(),
    data: fc.jsonValue({ maxDepth: 2 }),
  },
  { requiredKeys: ['code', 'message'] },
)

test('every error of a peer is that error again', () => {
  fc.assert(
    fc.property(error, given => {
      expect(errorToTheirs(errorToOurs(given as ErrorObject))).toEqual(given)
    }),
    { numRuns: atLeast(1_000) },
  )
})

test.each([
  [-32000, -32002, 'session_not_found'],
  [-32001, -32000, 'auth_required'],
  [-32002, -32004, 'permission_denied'],
  [-32003, -32800, 'request_cancelled'],
  [-32004, -32002, 'resource_not_found'],
  [-32005, -32005, 'resource_access_denied'],
  [-32006, -32006, 'invalid_session_state'],
  [-32007, -32601, 'capability_not_supported'],
  [-32008, -32008, 'rate_limited'],
  [-32009, -32009, 'timeout'],
])('the number %i there is %i here: %s', (theirs, ours, reason) => {
  expect(errorToOurs({ code: theirs, message: 'no' })).toMatchObject({ code: ours, data: { reason } })
  expect(errorToTheirs({ code: ours, message: 'no', data: { reason } })).toMatchObject({
    code: theirs,
    data: { reason },
  })
})

test.each([
  [
    { code: -32000, message: 'no' },
    { code: -32001, data: { reason: 'auth_required' } },
  ],
  [
    { code: -32002, message: 'no' },
    { code: -32004, data: { reason: 'resource_not_found' } },
  ],
  [{ code: -32602, message: 'no', data: { reason: 'capability_not_supported' } }, { code: -32007 }],
  [
    { code: -32003, message: 'mine' },
    { code: -32603, message: 'mine' },
  ],
  [
    { code: -32042, message: 'mine', data: 1 },
    { code: -32042, data: 1 },
  ],
])('our error %j never means something else to the peer', (ours, theirs) => {
  expect(errorToTheirs(ours)).toMatchObject(theirs)
})

test('an error of ours is that error again, unless the peer cannot be told its word', () => {
  const ours = { code: -32602, message: 'no', data: { reason: 'capability_not_supported', capability: 'x' } }
  expect(equalValues(errorToOurs(errorToTheirs(ours)), ours)).toBe(true)
})

test('an error reaches the peer under its own number', () => {
  const desk = withClient()
  const made = desk.request('theirs', 'session/prompt', { sessionId: 'x', content: [] })
  desk.refuse('session/prompt', { code: -32000, message: 'sign in', data: { reason: 'auth_required' } })
  expect(errorOf(made)).toMatchObject({ code: -32001, data: { reason: 'auth_required' } })
})
