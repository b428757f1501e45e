import { beforeAll, describe, expect, test } from 'vitest'
import type { Facts } from '../schema/facts.js'
import { loadFacts } from '../schema/facts.js'
import { loadSubjects, type Subject } from '../schema/oracle.fixture.js'
import { Sampler } from '../schema/sampler.fixture.js'
import { type Part, unknownFields } from './unknown-fields.js'

type Fields = Record<string, unknown>
const NAMES = ['v1', 'v1-unstable', 'v2', 'v2-unstable'] as const

interface Case {
  readonly part: Part
  readonly samples: readonly unknown[]
  readonly subject: Subject
  readonly type: string
}

let subjects: readonly Subject[]
const tables = new Map<string, Facts>()

beforeAll(async () => {
  subjects = await loadSubjects()
  for (const name of NAMES) tables.set(name, await loadFacts(name))
})

const factsOf = (name: string): Facts => tables.get(name) ?? { types: {}, methods: [] }

function listCases(name: string): Case[] {
  const subject = subjects.find(one => one.name === name)
  if (subject === undefined) throw new Error(name)
  const sampler = new Sampler(subject.definitions)
  return factsOf(name).methods.flatMap(method =>
    (['params', 'result'] as const).flatMap(part => {
      const type = method[part]
      if (type === undefined) return []
      const to = method.to === 'both' ? undefined : method.to
      const named = { method: method.name, part, to, kind: method.kind }
      return [{ part: named, samples: sampler.of(type), subject, type }]
    }),
  )
}

/** Every object in a value, by its path. */
function* objectsIn(value: unknown, path: string[] = []): Generator<string[]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield path
  for (const [key, item] of Object.entries(value)) yield* objectsIn(item, [...path, key])
}

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inside, key) => (inside as Fields | undefined)?.[key], value)

function withStray(value: unknown, path: readonly string[]): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(value))
  const place = at(copy, path) as Fields
  place.strayField = { of: 'a stranger' }
  return copy
}

describe.each(NAMES)('in %s', name => {
  test('the facts name the same methods as the table of shapes', () => {
    const rows = subjects.find(one => one.name === name)?.methods ?? []
    const toWord = (row: { name: string; to: string; kind: string; scope: string }) =>
      [row.name, row.to, row.kind, row.scope].join(' ')
    expect(factsOf(name).methods.map(toWord)).toEqual(rows.map(toWord).sort())
  })

  test('no valid sample of any method has an unknown field', () => {
    let seen = 0
    for (const { part, samples } of listCases(name)) {
      for (const sample of samples) {
        expect(unknownFields(factsOf(name), part, sample), JSON.stringify(sample)).toEqual([])
        seen++
      }
    }
    expect(seen).toBeGreaterThan(500)
  })

  // The validators of the official SDK drop what they do not know and keep what lies in an open place.
  test('a field that is added is found exactly there, unless the place is open', () => {
    const tried = new Set<string>()
    let found = 0
    let open = 0
    for (const { part, samples, subject, type } of listCases(name)) {
      const pair = subject.pairs.find(one => one.type === type)
      for (const sample of samples) {
        for (const path of objectsIn(sample)) {
          const key = [type, ...path, JSON.stringify(at(sample, path))].join(' ')
          if (tried.has(key)) continue
          tried.add(key)
          const value = withStray(sample, path)
          const theirs = pair?.theirs(value)
          if (theirs === undefined || !theirs.success) continue
          const place = at(theirs.data, path) as Fields | undefined
          if (place === undefined) continue
          const isOpen =
            'strayField' in place ||
            path.includes('_meta') ||
            path.includes('requestedSchema') ||
            path.join('/').endsWith('error/data')
          const wanted = isOpen ? [] : [`/${[...path, 'strayField'].join('/')}`]
          expect(unknownFields(factsOf(name), part, value), `${type} ${JSON.stringify(value)}`).toEqual(
            wanted,
          )
          if (isOpen) open++
          else found++
        }
      }
    }
    expect(found).toBeGreaterThan(500)
    expect(open).toBeGreaterThan(50)
  })
})

describe('a stranger’s field', () => {
  const prompt: Part = { method: 'session/prompt', part: 'params' }
  const block = { type: 'text', text: 'hello' }

  test('is found in an item of a list, by its path', () => {
    const value = { sessionId: 's', prompt: [block, { ...block, colour: 'red' }] }
    expect(unknownFields(factsOf('v1'), prompt, value)).toEqual(['/prompt/1/colour'])
  })

  test('is none inside `_meta`, raw input, or a form that the schema does not list', () => {
    const update = {
      sessionUpdate: 'tool_call',
      toolCallId: 't',
      title: 'x',
      rawInput: { any: { thing: 1 } },
    }
    const told: Part = { method: 'session/update', part: 'params' }
    const meta = { _meta: { mine: { deep: true } } }
    expect(unknownFields(factsOf('v1'), told, { sessionId: 's', update, ...meta })).toEqual([])
    const own = { sessionUpdate: '_mine', anything: { goes: 1 } }
    expect(unknownFields(factsOf('v2'), told, { sessionId: 's', update: own })).toEqual([])
  })

  test('of a method that nobody knows is not looked for', () => {
    expect(unknownFields(factsOf('v1'), { method: '_mine/own', part: 'params' }, { a: 1 })).toEqual([])
  })

  test('is reported at most 64 times, under a bounded and printable name', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field${index}`, 1]))
    expect(unknownFields(factsOf('v1'), prompt, { sessionId: 's', prompt: [], ...many })).toHaveLength(64)
    const hostile = { sessionId: 's', prompt: [], [`\u001b[2J${'x'.repeat(500)}`]: 1 }
    expect(unknownFields(factsOf('v1'), prompt, hostile)).toEqual([`/[2J${'x'.repeat(60)}`])
  })
})
