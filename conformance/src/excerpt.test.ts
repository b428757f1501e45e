import type { Entry } from '@parley/acp/inspect'
import { expect, test } from 'vitest'
import { toKept } from './excerpt.js'
import { createRunRedactor } from './run-redactor.js'
import type { Performance, Ruling } from './verdict.js'

const redactor = createRunRedactor(['correct-horse-battery'])
const TOKEN = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`

const chunk = (text: string, at = 0): Entry => ({
  at,
  to: 'client',
  bytes: text.length + 100,
  message: {
    method: 'session/update',
    params: {
      sessionId: 's',
      update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
    },
  },
})

const performed = (
  wires: readonly (readonly Entry[])[],
  ...rulings: readonly Partial<Ruling>[]
): Performance => ({
  scenario: 'scene',
  title: 'a scene',
  milliseconds: 1,
  rulings: rulings.map(each => ({
    requirement: 'a',
    outcome: 'failed',
    detail: '',
    scenario: 'scene',
    ...each,
  })),
  wires,
})

const many = Array.from({ length: 10_000 }, (_, at) => chunk(`piece ${at}\n`, at))

test('a scenario that broke nothing keeps none of its wires', () => {
  expect(toKept(performed([many], { outcome: 'passed' }, { outcome: 'skipped' }), redactor).wires).toEqual([])
})

test('what shows a fault is kept however late it came, with what stands round it, and is still pointed at', () => {
  const kept = toKept(performed([[], many], { at: { wire: 1, entry: 7_000 } }), redactor)
  const [ruling] = kept.rulings
  const wire = kept.wires[1] ?? []
  expect(wire[ruling?.at?.entry ?? -1]).toEqual(chunk('piece 7000\n', 7_000))
  expect(wire[(ruling?.at?.entry ?? -1) - 1]).toEqual(chunk('piece 6999\n', 6_999))
  expect(wire[0]).toEqual(many[0])
  expect(wire.at(-1)).toEqual(many.at(-1))
  expect(wire.length).toBeLessThan(410)
  expect(wire.filter(entry => 'event' in entry).map(entry => 'detail' in entry && entry.detail)).toEqual([
    expect.stringMatching(/^6\d+ more, not shown$/),
    expect.stringMatching(/^2\d+ more, not shown$/),
  ])
})

test('evidence is bounded in bytes, also where one message is as long as a book', () => {
  const long = Array.from({ length: 300 }, () => chunk('x'.repeat(100_000)))
  const { wires } = toKept(performed([long], { at: { wire: 0, entry: 200 } }), redactor)
  expect(JSON.stringify(wires).length).toBeLessThan(500_000)
  expect(wires[0]?.some(entry => 'noise' in entry && entry.noise === 'too_large')).toBe(true)
})

test('secrets are taken out of details and transcripts, also in pieces, and where a cut goes through them', () => {
  const wire = [
    ...many.slice(0, 6_900),
    chunk(TOKEN.slice(0, 20)),
    chunk(TOKEN.slice(20)),
    { at: 1, stderr: 'using correct-horse-battery' },
    ...many.slice(0, 900),
  ]
  // The first half of the token stands just before what is kept.
  for (const entry of [6_901, 6_912, 6_913, 6_914]) {
    const kept = toKept(
      performed([wire], { at: { wire: 0, entry }, detail: `it said ${TOKEN} and correct-horse-battery` }),
      redactor,
    )
    const text = JSON.stringify(kept)
    for (const half of [TOKEN.slice(0, 20), TOKEN.slice(20), 'correct-horse-battery'])
      expect(text).not.toContain(half)
    expect(text).toContain('«redacted:')
  }
})
