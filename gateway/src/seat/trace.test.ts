import { expect, test } from 'vitest'
import { traced, traceOf } from './trace.js'

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

test("a client's trace is kept as it is, and its name is what all hops call the request", () => {
  const params = { sessionId: 's', _meta: { traceparent: PARENT, tracestate: 'a=1' } }
  expect(traced(params)).toBe(params)
  expect(traceOf(params)).toBe('0af7651916cd43dd8448eb211c80319c')
})

test('what a later version has behind it is no hindrance', () => {
  const traceparent = `${PARENT.replace('00-', '01-')}-more`
  expect(traceOf({ _meta: { traceparent } })).toBe('0af7651916cd43dd8448eb211c80319c')
})

test.each([
  undefined,
  7,
  'mine',
  PARENT.replace('0af7651916cd43dd8448eb211c80319c', '0'.repeat(32)),
  PARENT.replace('00-', 'ff-'),
  `${PARENT}\n`,
  `${PARENT}-more`,
  PARENT.toUpperCase(),
])('where the trace is %j there is a new one', traceparent => {
  const params = { sessionId: 's', _meta: { traceparent, tracestate: 'a=1', 'example.org/own': 1 } }
  const { _meta, ...rest } = traced(params)
  expect(rest).toEqual({ sessionId: 's' })
  expect(_meta).toEqual({
    'example.org/own': 1,
    traceparent: expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-00$/),
  })
  expect(traceOf(traced({}))).not.toBe(traceOf(traced({})))
})
