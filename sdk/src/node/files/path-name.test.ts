import { describe, expect, test } from 'vitest'
import { demandPath, namesOf } from './path-name.js'

const INVALID = { code: -32602 }
const demand = (path: unknown) => () => demandPath(path, 'linux')

describe('F1: what is not taken as a path', () => {
  test('something that is not text', () => {
    for (const path of [undefined, null, 5, {}, ['/x'], ''])
      expect(demand(path)).toThrow(expect.objectContaining({ ...INVALID, message: 'The path is not text' }))
  })

  test('a path that is not absolute', () => {
    for (const path of ['x', './x', '../x', ' /x', 'x/file:'])
      expect(demand(path)).toThrow(
        expect.objectContaining({
          ...INVALID,
          message: 'The path is not absolute',
          data: { reason: 'invalid_params', path },
        }),
      )
  })

  test('a tilde, which only shells understand', () => {
    for (const path of ['~/x', '~root/x']) expect(demand(path)).toThrow(expect.objectContaining(INVALID))
  })

  test('a path of Windows on another system', () => {
    for (const path of ['C:\\x', '\\\\server\\share', 'C:/x'])
      expect(demand(path)).toThrow(expect.objectContaining(INVALID))
  })

  test('a URL, in whatever case', () => {
    for (const path of ['file:///etc/passwd', 'FILE:///etc/passwd', 'file:/etc/passwd'])
      expect(demand(path)).toThrow(/not a URL/)
  })

  test('a NUL character', () => expect(demand('/work/x\0.txt')).toThrow(/NUL/))

  test('half a character', () => expect(demand('/work/\ud800')).toThrow(/half a character/))

  test('more than 4,096 bytes, and the error does not repeat them', () => {
    const path = `/${'a/'.repeat(2_047)}b`
    expect(demandPath(path, 'linux')).toBe(path)
    expect(Buffer.byteLength(path)).toBe(4_096)
    expect(demand(`${path}c`)).toThrow(
      expect.objectContaining({
        ...INVALID,
        message: 'The path is longer than 4096 bytes',
        data: { reason: 'invalid_params' },
      }),
    )
  })

  test('a name of more than 255 bytes, counted in bytes', () => {
    expect(demandPath(`/${'a'.repeat(255)}`, 'linux')).toBeTypeOf('string')
    expect(demand(`/${'a'.repeat(256)}/x`)).toThrow(/255/)
    expect(demand(`/${'ä'.repeat(128)}`)).toThrow(/255/)
  })
})

test('a path is never changed', () => {
  for (const path of ['/work/../x', '/work//x', '/work/%2e%2e/x', '/work/a\\b', '/work/a\nb'])
    expect(demandPath(path, 'linux')).toBe(path)
})

test('F7: on Windows the names of that system are judged too', () => {
  expect(demandPath('C:\\work\\x.ts', 'win32')).toBe('C:\\work\\x.ts')
  for (const path of [
    'C:x',
    '\\x',
    '\\\\?\\C:\\x',
    '//server/share/x',
    'C:\\work\\nul',
    'C:\\work\\x.ts:stream',
  ])
    expect(() => demandPath(path, 'win32')).toThrow(expect.objectContaining(INVALID))
})

test('the names of a path keep what only the system can resolve', () => {
  expect(namesOf('/a/./b//../c/', 'linux')).toEqual(['a', 'b', '..', 'c'])
  expect(namesOf('/a\\b/c', 'linux')).toEqual(['a\\b', 'c'])
  expect(namesOf('C:\\a/b\\c', 'win32')).toEqual(['a', 'b', 'c'])
})
