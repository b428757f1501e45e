import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDateTime } from './leaf.js'
import type { MethodRow } from './method-row.js'
import { BAD, type Shape, Trail } from './trail.js'
import { methods as usual } from './v1/methods.gen.js'
import { methods as onDemand } from './v1/methods-elicitation.gen.js'
import { methods as methodsOfV2 } from './v2/methods.gen.js'

const methods = [...usual, ...onDemand]

function shapesOf(name: string, rows: readonly MethodRow[] = methods): { params: Shape; result: Shape } {
  const row = rows.find(item => item.name === name)
  if (row === undefined) throw new Error(`no method ${name}`)
  return { params: row.params, result: row.result ?? row.params }
}

function read(shape: Shape, value: unknown): { got: unknown; trail: Trail } {
  const trail = new Trail()
  return { got: shape(value, trail), trail }
}

const prompt = shapesOf('session/prompt').params
const update = shapesOf('session/update').params
const chunk = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'hi' } }

describe('a value without fault', () => {
  test('comes back as the same reference, unknown fields included', () => {
    const value = {
      sessionId: 's',
      update: { ...chunk, later: { a: 1 } },
      _meta: { 'x.dev': true },
      extra: [],
    }
    const { got, trail } = read(update, value)
    expect(got).toBe(value)
    expect(trail.isClean).toBe(true)
  })

  test('in an open union keeps an unlisted form as it came', () => {
    const value = { sessionId: 's', update: { sessionUpdate: '_mine', payload: { deep: [1] } } }
    expect(read(shapesOf('session/update', methodsOfV2).params, value).got).toBe(value)
    expect(read(update, value).got).toBe(BAD)
  })

  test('without the keys that have defaults is filled without a flaw', () => {
    const { got, trail } = read(shapesOf('initialize').params, {
      protocolVersion: 1,
      clientCapabilities: { fs: {} },
    })
    expect(got).toEqual({
      protocolVersion: 1,
      clientCapabilities: {
        fs: { readTextFile: false, writeTextFile: false },
        terminal: false,
        auth: { terminal: false },
      },
    })
    expect(trail.flaws).toEqual([])
    expect(trail.isClean).toBe(false)
  })
})

describe('a flaw', () => {
  test('names the place and what stood there, never the value', () => {
    const { got, trail } = read(prompt, { sessionId: 's', prompt: [{ type: 'text', text: 42 }] })
    expect(got).toBe(BAD)
    expect(trail.flaws).toEqual([
      { path: '/prompt/0/text', expected: 'string', found: 'number', fatal: true },
    ])
  })

  test('says when a string is not one of the listed ones', () => {
    const { trail } = read(prompt, { sessionId: 's', prompt: [{ type: 'hologram' }] })
    expect(trail.flaws).toEqual([
      { path: '/prompt/0/type', expected: 'ContentBlock', found: 'a string not listed', fatal: true },
    ])
  })

  test('of something that may be dropped is not fatal, and the rest lives on in a copy', () => {
    const value = { sessionId: 's', update: { ...chunk, messageId: 7, mine: true } }
    const { got, trail } = read(update, value)
    expect(got).toEqual({ sessionId: 's', update: { ...chunk, mine: true } })
    expect(value.update.messageId).toBe(7)
    expect(trail.flaws).toEqual([
      { path: '/update/messageId', expected: 'string', found: 'number', fatal: false },
    ])
  })

  test('inside a part that is dropped as a whole is not fatal either', () => {
    const entries = [{ content: 'a', priority: 'high', status: 'pending' }, { content: 'b' }, 'c']
    const { got, trail } = read(update, { sessionId: 's', update: { sessionUpdate: 'plan', entries } })
    expect(got).toEqual({ sessionId: 's', update: { sessionUpdate: 'plan', entries: entries.slice(0, 1) } })
    expect(trail.flaws.map(flaw => [flaw.path, flaw.found, flaw.fatal])).toEqual([
      ['/update/entries/1/priority', 'missing', false],
      ['/update/entries/2', 'string', false],
    ])
  })

  test('is kept 64 times and counted beyond, and the one that is fatal is among those kept', () => {
    const audience = Array.from({ length: 100 }, () => 'nobody')
    const block = { type: 'text', text: 'x', annotations: { audience } }
    const mended = read(prompt, { sessionId: 's', prompt: [block] }).trail
    expect(mended.flaws).toHaveLength(64)
    expect(mended.omitted).toBe(36)
    const refused = read(prompt, { sessionId: 's', prompt: [block, {}] }).trail
    expect(refused.flaws).toHaveLength(64)
    expect(refused.flaws.at(-1)).toMatchObject({ path: '/prompt/1/type', fatal: true })
  })

  test('shortens and cleans keys that the peer chose, and escapes them for a pointer', () => {
    const answer = (key: string) =>
      read(shapesOf('elicitation/create').result, { action: 'accept', content: { [key]: null } })
    expect(answer('a/b~c').trail.flaws[0]?.path).toBe('/content/a~1b~0c')
    expect(answer('\u001b[31m\u202ered\n\ud800').trail.flaws[0]?.path).toBe('/content/[31mred')
    expect(answer('k'.repeat(500)).trail.flaws[0]?.path).toBe(`/content/${'k'.repeat(64)}`)
  })

  test('never holds any of the text it judges', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const secret = 'hunter2-hunter2'
        const spoiled = {
          sessionId: [secret],
          update: { sessionUpdate: secret, content: value },
          prompt: [{ type: secret }, secret],
        }
        const flaws = [prompt, update].flatMap(shape => read(shape, spoiled).trail.flaws)
        expect(JSON.stringify(flaws)).not.toContain('hunter2')
      }),
    )
  })
})

describe('a copy', () => {
  test('never gets another prototype from a key of the peer', () => {
    const value = JSON.parse('{"sessionId":"s","__proto__":{"isAdmin":true},"prompt":[],"_meta":5}')
    const { got } = read(prompt, value)
    expect(got).toEqual({ sessionId: 's', prompt: [] })
    expect(Object.getPrototypeOf(got)).toBe(Object.prototype)
    expect(Object.hasOwn(got as object, '__proto__')).toBe(false)
  })

  test('loses a tag that the value does not live up to when the untagged form takes it', () => {
    const server = { type: 'http', name: 'n', command: '/bin/n', args: [], env: [] }
    const { got, trail } = read(shapesOf('session/new').params, { cwd: '/', mcpServers: [server] })
    expect(got).toEqual({ cwd: '/', mcpServers: [{ name: 'n', command: '/bin/n', args: [], env: [] }] })
    expect(trail.flaws.map(flaw => flaw.path)).toEqual(['/mcpServers/0/type'])
  })
})

test('any JSON is either taken, mended or refused, and never changed in place', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...methods, ...methodsOfV2), (value, row) => {
      const before = JSON.stringify(value)
      const { got, trail } = read(row.params, value)
      expect(JSON.stringify(value)).toBe(before)
      expect(trail.flaws.some(flaw => flaw.fatal)).toBe(got === BAD)
    }),
  )
})

test('days that the calendar does not have are no date-times', () => {
  const days = {
    '2024-02-29': true,
    '2023-02-29': false,
    '1900-02-29': false,
    '2000-02-29': true,
    '2026-04-31': false,
    '2026-08-31': true,
  }
  for (const [day, isDay] of Object.entries(days)) expect(isDateTime(`${day}T00:00:00Z`), day).toBe(isDay)
})

test('a row knows its receiver, its kind and whether it belongs to a session', () => {
  const brief = methods.map(({ name, to, kind, scope }) => `${name} ${to} ${kind} ${scope}`)
  expect(brief).toContain('session/update client notification session')
  expect(brief).toContain('session/new agent request connection')
  expect(brief).toContain('$/cancel_request both notification connection')
  expect(methods).toHaveLength(25)
  expect(methods.every(row => (row.kind === 'request') === (row.result !== undefined))).toBe(true)
})
