import { expect, test } from 'vitest'
import { flawOfWindowsName, flawOfWindowsPath } from './windows-name.js'

test('ordinary names are taken', () => {
  for (const path of [
    'C:\\work\\a.ts',
    'c:/work/a b.ts',
    'C:\\work\\..\\x',
    'D:\\',
    'C:\\work\\console.log',
    'C:\\com10',
  ])
    expect(flawOfWindowsPath(path)).toBeUndefined()
})

test('a colon would name a stream', () => {
  for (const path of ['C:\\a.txt:b', 'C:\\a.txt::$DATA', 'C:\\dir:x\\a'])
    expect(flawOfWindowsPath(path)).toMatch(/stream/)
})

test('names of devices are not files, whatever stands behind them', () => {
  for (const name of [
    'CON',
    'nul',
    'Aux.txt',
    'com1',
    'LPT9.log',
    'nul .txt',
    'COM¹',
    'conin$',
    'prn.tar.gz',
  ])
    expect(flawOfWindowsName(name)).toMatch(/device/)
})

test('a dot or space at the end is dropped by the system, so it is not taken', () => {
  for (const name of ['.env.', '.env ', 'a. .', '...']) expect(flawOfWindowsName(name)).toMatch(/dropped/)
  for (const name of ['.', '..', '']) expect(flawOfWindowsName(name)).toBeUndefined()
})

test('device and network paths are not taken', () => {
  for (const path of [
    '\\\\?\\C:\\x',
    '\\\\.\\pipe\\x',
    '\\\\server\\share\\x',
    '//server/share/x',
    '\\/server/x',
  ])
    expect(flawOfWindowsPath(path)).toMatch(/network/)
})

test('a path without its drive is not taken', () => {
  for (const path of ['\\x', 'C:x', 'x', '1:\\x']) expect(flawOfWindowsPath(path)).toMatch(/drive/)
})

test('characters that no name has are not taken', () => {
  for (const name of ['a*', 'a?', 'a<b', 'a|b', 'a"b', 'a\u0001'])
    expect(flawOfWindowsName(name)).toMatch(/character/)
})
