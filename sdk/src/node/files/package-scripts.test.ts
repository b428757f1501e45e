import { expect, test } from 'vitest'
import { changesScripts, namesScripts } from './package-scripts.js'

const manifest = (scripts: unknown, more: object = {}): string =>
  JSON.stringify({ name: 'x', scripts, ...more })

test('another dependency changes no script', () => {
  expect(changesScripts(manifest({ test: 'a' }), manifest({ test: 'a' }, { dependencies: { y: '1' } }))).toBe(
    false,
  )
  expect(changesScripts(manifest({ a: '1', b: '2' }), manifest({ b: '2', a: '1' }))).toBe(false)
  expect(changesScripts('{}', '{"name":"x"}')).toBe(false)
  expect(changesScripts('{"scripts":{}}', '{}')).toBe(false)
})

test('a script that is new, other or gone is a change', () => {
  const before = manifest({ test: 'a' })
  for (const scripts of [{ test: 'b' }, { test: 'a', postinstall: 'evil' }, {}, { prepare: 'a' }])
    expect(changesScripts(before, manifest(scripts))).toBe(true)
})

test('a new manifest changes scripts if it has any', () => {
  expect(changesScripts(undefined, '{}')).toBe(false)
  expect(changesScripts(undefined, manifest({ test: 'a' }))).toBe(true)
})

test('what cannot be read is a change', () => {
  for (const text of [
    '{',
    '[]',
    'null',
    '\ufeff{}',
    '{"scripts":5}',
    '{"scripts":["a"]}',
    '{"scripts":{"a":1}}',
    '{"scripts":{"a":"b","c":1}}',
    '{"scripts":null}',
    '5',
    '"scripts"',
  ]) {
    expect(changesScripts('{}', text)).toBe(true)
    expect(changesScripts(text, '{}')).toBe(true)
    expect(changesScripts(text, text)).toBe(true)
    expect(changesScripts(text, '{"scripts":{"a":"b"}}')).toBe(true)
  }
})

test('scripts that only a prototype would have are none', () => {
  expect(changesScripts('{}', '{"__proto__":{"scripts":{"a":"b"}}}')).toBe(false)
})

test('the name of the manifest is recognised in whatever case', () => {
  expect(namesScripts('package.json')).toBe(true)
  expect(namesScripts('Package.JSON')).toBe(true)
  expect(namesScripts('package.json.bak')).toBe(false)
})
