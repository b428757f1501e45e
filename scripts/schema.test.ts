import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findSentence } from './schema/declarations.js'
import type { JsonObject } from './schema/place.js'
import { loadContracts, readContract } from './schema/source.js'
import { findStale, generate, main } from './schema.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const generated = generate(loadContracts(ROOT))

function readOne(definition: JsonObject) {
  return readContract('v1', { $defs: { Thing: definition } })
}

const tagged = (tag: string): JsonObject => ({
  type: 'object',
  properties: { type: { type: 'string', const: tag } },
  required: ['type'],
})

describe('the reader refuses, with the pointer of the place,', () => {
  const refused: [string, JsonObject, string][] = [
    [
      'an unknown keyword',
      { type: 'object', properties: { a: { type: 'string', pattern: 'x' } } },
      'v1#/$defs/Thing/properties/a/pattern: keyword "pattern"',
    ],
    ['a keyword in the wrong place', { type: 'boolean', minLength: 1 }, 'v1#/$defs/Thing/minLength'],
    ['an unknown format', { type: 'string', format: 'ipv4' }, 'v1#/$defs/Thing: format ipv4'],
    ['an unknown width', { type: 'integer', format: 'int7' }, 'v1#/$defs/Thing: format int7'],
    [
      'a list of types that is not "or null"',
      { type: 'object', properties: { a: { type: ['string', 'number'] } } },
      'v1#/$defs/Thing/properties/a: a list of types',
    ],
    ['two parents', { allOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/B' }] }, 'v1#/$defs/Thing: allOf'],
    ['a reference to elsewhere', { $ref: 'https://example.com/x' }, 'v1#/$defs/Thing: a reference'],
    [
      'closed objects',
      { type: 'object', properties: {}, additionalProperties: false },
      'v1#/$defs/Thing: additionalProperties',
    ],
    [
      'a required key that is not described',
      { type: 'object', properties: {}, required: ['a'] },
      'v1#/$defs/Thing: requires "a"',
    ],
    [
      'a name from the prototype',
      { type: 'object', properties: { constructor: { type: 'string' } } },
      'v1#/$defs/Thing/properties/constructor',
    ],
    [
      'a catch-all that leaves a tag out',
      {
        anyOf: [
          tagged('a'),
          tagged('b'),
          { ...tagged('c'), properties: { type: { type: 'string' } }, not: { anyOf: [tagged('a')] } },
        ],
      },
      'v1#/$defs/Thing/anyOf/2/not',
    ],
    [
      'a method without a side',
      { type: 'object', properties: {}, 'x-method': 'a/b' },
      'v1#/$defs/Thing: a method',
    ],
  ]
  test.each(refused)('%s', (_title, definition, message) => {
    expect(() => readOne(definition)).toThrow(message)
  })
})

test('a method without a sentence of ours is refused', () => {
  const method = {
    name: 'new/thing',
    to: 'agent',
    kind: 'request',
    scope: 'connection',
    params: 'A',
    result: 'B',
  } as const
  expect(() => findSentence(method)).toThrow('"new/thing" has no sentence')
})

test('the generated files on disk are those that the schemas give', () => {
  expect(findStale(ROOT, generated)).toEqual([])
})

test('an unstable contract takes over what has not changed', () => {
  const shapes = generated.get('sdk/src/schema/v1-unstable/shapes.gen.ts') ?? ''
  expect(shapes).not.toMatch(/function ContentBlock\b/)
  expect(shapes).toMatch(/function NewSessionRequest\b/)
  expect(generated.get('sdk/src/schema/v1-unstable/types.gen.ts')).not.toMatch(
    /export (type|interface) ContentBlock\b/,
  )
})

test('--check names every stale file and fails; writing them makes it pass', () => {
  const root = mkdtempSync(join(tmpdir(), 'parley-schema-'))
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  try {
    expect(main(root, [])).toBe(0)
    expect(main(root, ['--check'])).toBe(0)
    writeFileSync(join(root, 'sdk/src/schema/v2/methods.gen.ts'), '// edited by hand\n')
    expect(findStale(root, generated)).toEqual(['sdk/src/schema/v2/methods.gen.ts'])
    expect(main(root, ['--check'])).toBe(1)
  } finally {
    rmSync(root, { recursive: true })
  }
})
