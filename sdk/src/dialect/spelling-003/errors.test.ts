/** Section 4.3's column for document 003, both ways. */

import { describe, expect, test } from 'vitest'
import { errorToOurs, errorToTheirs } from './errors.js'

const rows: readonly (readonly [theirs: number, reason: string, ours: number])[] = [
  [-32700, 'parse_error', -32700],
  [-32600, 'invalid_request', -32600],
  [-32601, 'method_not_found', -32601],
  [-32602, 'invalid_params', -32602],
  [-32603, 'internal_error', -32603],
  [-32001, 'auth_failed', -32001],
  [-32002, 'invalid_auth_method', -32602],
  [-32003, 'resource_not_found', -32002],
  [-32004, 'permission_denied', -32004],
  [-32005, 'session_not_found', -32002],
  [-32006, 'invalid_session_state', -32006],
  [-32007, 'capability_not_supported', -32601],
]

describe.each(rows)('%i means %s, which is %i here', (theirs, reason, ours) => {
  test('a word of ours gets their number', () => {
    const error = { code: ours, message: 'm', data: { reason, more: 1 } }
    expect(errorToTheirs(error)).toEqual({ ...error, code: theirs })
  })

  test.each([
    [undefined],
    [{ more: 1 }],
    [{ reason: 'Invalid API key' }],
    ['just text'],
    [null],
    [{ reason, _meta: { 'parley.dev/d3': { $code: 1 } } }],
  ])('a number of theirs gets our word, and comes back as it was with %j', data => {
    const error = { code: theirs, message: 'm', ...(data === undefined ? {} : { data }) }
    const translated = errorToOurs(error)
    expect(translated.code).toBe(ours)
    expect(translated.data).toMatchObject({ reason })
    expect(errorToTheirs(translated)).toEqual(error)
  })
})

test.each([[-32000], [-32008], [-32099], [1]])(
  'a number that is not theirs, %i, comes back as it was',
  code => {
    const error = { code, message: 'm' }
    expect(errorToTheirs(errorToOurs(error))).toEqual(error)
  },
)

test.each([
  ['auth_required', -32000, -32001],
  ['resource_access_denied', -32005, -32004],
  ['session_expired', -32002, -32005],
  ['rate_limited', -32008, -32008],
  ['timeout', -32009, -32009],
  ['request_cancelled', -32800, -32800],
])('%s has no number there and gets the nearest one', (reason, ours, theirs) => {
  expect(errorToTheirs({ code: ours, message: 'm', data: { reason } })).toEqual({
    code: theirs,
    message: 'm',
    data: { reason },
  })
})

test('a bare number of ours says its word there', () => {
  expect(errorToTheirs({ code: -32002, message: 'm' })).toEqual({
    code: -32003,
    message: 'm',
    data: { reason: 'resource_not_found' },
  })
})

test.each([[-32003], [-32005], [-32007]])(
  'a number of somebody else, %i, is not taken for one of theirs',
  code => {
    expect(errorToTheirs({ code, message: 'm', data: { more: 1 } })).toEqual({
      code: -32603,
      message: 'm',
      data: { more: 1, code },
    })
  },
)

test('a number that means nothing there stays what it is', () => {
  const error = { code: -32050, message: 'm', data: 1 }
  expect(errorToTheirs(error)).toEqual(error)
})

test.each([
  [-32001, 'auth_failed'],
  [-32004, 'permission_denied'],
  [-32006, 'invalid_session_state'],
])('a number that means the same on both sides, %i, says its word', (code, reason) => {
  expect(errorToTheirs({ code, message: 'm', data: 'more' })).toEqual({
    code,
    message: 'm',
    data: { reason, detail: 'more' },
  })
})
