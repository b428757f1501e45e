import { expect, test } from 'vitest'
import { calm, gate } from '../jsonrpc/far-end.fixture.js'
import { type Connected, connected, newSession } from '../protocol/parties.fixture.js'
import { finish, versions } from './agents.fixture.js'
import { formFaults } from './form.js'
import type { ElicitationAnswer, FormRequest, Host, UrlRequest } from './host.js'

const schema = {
  type: 'object' as const,
  properties: {
    name: { type: 'string' as const, minLength: 2, maxLength: 4 },
    age: { type: 'integer' as const, minimum: 0, maximum: 150 },
  },
  required: ['name'],
}

const form = (more: object = {}) => ({
  mode: 'form',
  message: 'Who are you?',
  sessionId: 's1',
  requestedSchema: schema,
  ...more,
})

const address = (more: object = {}) => ({
  mode: 'url',
  message: 'Sign in there',
  sessionId: 's1',
  elicitationId: 'e1',
  url: 'https://example.org:8443/login?x=1',
  ...more,
})

/** A host that keeps what it is asked and answers what it is told. */
function asked(
  answer: (request: FormRequest | UrlRequest) => ElicitationAnswer | Promise<ElicitationAnswer>,
) {
  const requests: (FormRequest | UrlRequest)[] = []
  const signals: AbortSignal[] = []
  const completed: string[] = []
  const elicits = (request: FormRequest | UrlRequest, { signal }: { signal: AbortSignal }) => {
    requests.push(request)
    signals.push(signal)
    return answer(request)
  }
  const host: Host = { elicit: { form: elicits, url: elicits, completed: id => completed.push(id) } }
  return { host, requests, signals, completed }
}

const create = (both: Connected, params: object) => both.far.ask('elicitation/create', params)

for (const version of versions) {
  test(`version ${version}: only the ways to ask that the host has are advertised`, async () => {
    const hosts: readonly (readonly [Host, object | undefined])[] = [
      [{ elicit: { form: () => undefined } }, { form: {} }],
      [{ elicit: { url: () => undefined } }, { url: {} }],
      [{ elicit: {} }, undefined],
      [{}, undefined],
    ]
    for (const [host, advertised] of hosts) {
      const both = await connected(host, { version })
      const { clientCapabilities, capabilities } = (both.far.heard[0]?.params ?? {}) as Record<
        string,
        Record<string, unknown>
      >
      expect((clientCapabilities ?? capabilities)?.elicitation).toEqual(advertised)
      await both.client.close()
    }
  })

  test(`version ${version}: a form is put to the host, and what fits it is sent`, async () => {
    const { host, requests } = asked(() => ({ action: 'accept', content: { name: 'Ada', age: 36 } }))
    const both = await connected(host, { version })
    await newSession(both)
    expect((await create(both, form({ toolCallId: 't' }))).result).toEqual({
      action: 'accept',
      content: { name: 'Ada', age: 36 },
    })
    expect(requests).toMatchObject([{ message: 'Who are you?', sessionId: 's1', toolCallId: 't', schema }])
    await both.client.close()
  })

  test(`version ${version}: what does not fit the form is not sent, and the log says why`, async () => {
    const { host } = asked(() => ({ action: 'accept', content: { age: 3.5 } }))
    const both = await connected(host, { version })
    await newSession(both)
    expect((await create(both, form())).error).toMatchObject({ code: -32603 })
    const failure = both.log.find(({ event }) => event === 'handler_failed')
    expect(String(failure?.error)).toMatch(/name: expected a value.*age: expected a whole number/)
    await both.client.close()
  })

  test(`version ${version}: a refusal and a dismissal are told apart`, async () => {
    const answers: ElicitationAnswer[] = [{ action: 'decline' }, { action: 'cancel' }, undefined]
    const { host } = asked(() => answers.shift())
    const both = await connected(host, { version })
    await newSession(both)
    for (const action of ['decline', 'cancel', 'cancel'])
      expect((await create(both, form())).result).toEqual({ action })
    await both.client.close()
  })

  test(`version ${version}: an address is handed on whole, with the host it leads to`, async () => {
    const { host, requests, completed } = asked(() => ({ action: 'accept' }))
    const both = await connected(host, { version })
    await newSession(both)
    expect((await create(both, address())).result).toEqual({ action: 'accept' })
    expect(requests).toMatchObject([{ url: address().url, host: 'example.org:8443', elicitationId: 'e1' }])
    expect((await create(both, address())).error).toMatchObject({ code: -32602 })
    for (const elicitationId of ['unknown', 'e1', 'e1'])
      both.far.notify('elicitation/complete', { elicitationId })
    await calm()
    expect(completed).toEqual(['e1'])
    await both.client.close()
  })

  test(`version ${version}: what no browser should open, or nobody advertised, is refused`, async () => {
    const { host, requests } = asked(() => ({ action: 'accept' }))
    const both = await connected(host, { version })
    await newSession(both)
    const refused = [
      address({ url: 'javascript:alert(1)' }),
      address({ url: 'file:///etc/passwd' }),
      address({ url: 'not an address' }),
      address({ url: 'https://user:pass@example.org/' }),
      address({ url: 'https://accounts.example.com@example.org/' }),
      address({ url: 'http://example.org/' }),
      address({ url: 'https://example.org/\u001b[2J' }),
      address({ url: ' https://example.org' }),
      form({
        requestedSchema: {
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: 300 }, (_, index) => [`f${index}`, { type: 'string' }]),
          ),
        },
      }),
      form({ mode: '_vendor' }),
      form({
        requestedSchema: { type: 'object', properties: { x: { type: '_colour' } }, required: ['x'] },
      }),
    ]
    for (const params of refused) expect((await create(both, params)).error).toMatchObject({ code: -32602 })
    expect(requests).toEqual([])
    await both.client.close()
    const lesser = await connected({ elicit: { form: () => undefined } }, { version })
    await newSession(lesser)
    expect((await create(lesser, address())).error).toMatchObject({ code: -32602 })
    await lesser.client.close()
    const least = await connected({}, { version })
    expect((await create(least, form())).error).toMatchObject({ code: -32601 })
    await least.client.close()
  })

  test(`version ${version}: a cancel dismisses what was asked, and the host is told`, async () => {
    const open = gate()
    const { host, signals } = asked(() => {
      open.open()
      return new Promise(() => {})
    })
    const both = await connected(host, { version })
    const session = await newSession(both)
    const turn = session.prompt('go')
    both.far.request('q', 'elicitation/create', form())
    await open.opened
    void session.cancel()
    expect((await both.far.answerTo('q')).result).toEqual({ action: 'cancel' })
    expect(signals[0]?.aborted).toBe(true)
    await finish(both, version, 'cancelled')
    await turn.outcome
    await both.client.close()
  })

  test(`version ${version}: a question about a request of ours is asked before there is a session`, async () => {
    const { host, requests } = asked(() => ({ action: 'decline' }))
    const both = await connected(host, { version })
    const pending = both.client.newSession({ cwd: '/work' })
    const { id } = await both.far.nextOf('session/new')
    expect((await create(both, form({ sessionId: undefined, requestId: id }))).result).toEqual({
      action: 'decline',
    })
    expect(requests).toMatchObject([{ requestId: id }])
    both.far.answer(id, { sessionId: 's1' })
    await pending
    expect((await create(both, form({ sessionId: 'nobody' }))).result).toEqual({ action: 'cancel' })
    await both.client.close()
  })
}

test.each([
  [{ type: 'string' }, 3, 'text'],
  [{ type: 'string', enum: ['a', 'b'] }, 'c', 'one of the choices'],
  [{ type: 'string', oneOf: [{ const: 'a', title: 'A' }] }, 'b', 'one of the choices'],
  [{ type: 'string', minLength: 2 }, '😀', 'at least 2 characters'],
  [{ type: 'string', maxLength: 0 }, 'x', 'at most 0 characters'],
  [{ type: 'string', pattern: '^a+$' }, 'b', 'pattern'],
  [{ type: 'string', format: 'email' }, 'nobody', 'format email'],
  [{ type: 'string', format: 'uri' }, 'nowhere', 'format uri'],
  [{ type: 'string', format: 'date' }, '2026-02-30', 'format date'],
  [{ type: 'string', format: 'date-time' }, '2026-02-03 10:00', 'format date-time'],
  [{ type: 'number' }, '3', 'a number'],
  [{ type: 'number' }, Number.NaN, 'a number'],
  [{ type: 'number', minimum: 0 }, -1, 'at least 0'],
  [{ type: 'integer', maximum: 2 }, 3, 'at most 2'],
  [{ type: 'integer' }, 0.5, 'a whole number'],
  [{ type: 'boolean' }, 'true', 'true or false'],
  [{ type: 'array', items: { type: 'string', enum: ['a'] } }, 'a', 'a list of texts'],
  [{ type: 'array', items: { type: 'string', enum: ['a'] } }, ['b'], 'nothing but the choices'],
  [{ type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } }, ['a', 'a'], 'at most once'],
  [{ type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] }, minItems: 1 }, [], 'at least 1'],
  [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 1 }, ['a', 'b'], 'at most 1'],
  [{ type: '_colour' }, 'red', 'unknown kind'],
] as const)('a field %j does not take %j', (property, value, fault) => {
  const [only, ...more] = formFaults({ properties: { x: property as never } }, { x: value })
  expect(only).toContain('/x: expected ')
  expect(only).toContain(fault)
  expect(more).toEqual([])
})

test.each([
  [{ type: 'string', minLength: 1, maxLength: 1, pattern: '^.$' }, '😀'],
  [{ type: 'string', format: 'email' }, 'ada@example.org'],
  [{ type: 'string', format: 'uri' }, 'https://example.org'],
  [{ type: 'string', format: 'date' }, '2028-02-29'],
  [{ type: 'string', format: 'date-time' }, '2026-02-03T10:00:00.5+01:00'],
  [{ type: 'string', format: '_vendor' }, 'anything'],
  [{ type: 'string', pattern: '(a+)+$' }, 'not judged here'],
  [{ type: 'integer', minimum: 0, maximum: 0 }, 0],
  [{ type: 'boolean' }, false],
  [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, ['b', 'a']],
] as const)('a field %j takes %j', (property, value) => {
  expect(formFaults({ properties: { x: property as never }, required: ['x'] }, { x: value })).toEqual([])
})

test('fields that the form does not have, or inherits, are not sent', () => {
  expect(formFaults(schema, { name: 'Ada', toString: 'x' })).toEqual([
    '/toString: expected nothing: the form has no such field',
  ])
  expect(formFaults({ properties: {}, required: ['constructor'] }, {})).toHaveLength(1)
  expect(formFaults(schema, { name: undefined as never })).toContainEqual(expect.stringContaining('/name'))
})
