import { expect, test } from 'vitest'
import { namesOf } from './candidate.js'
import { LaunchError } from './launch-error.js'
import { foldersOf, pathsOf, variable } from './surroundings.js'
import { windowsFolders } from './usual-folders.js'
import { isBatch, scriptInShim, throughCmd } from './windows-command.js'

const windows = {
  platform: 'win32',
  env: { Path: 'C:\\Node;bin;\\\\share\\x', PATHEXT: '.EXE;.CMD' },
} as const

test('a command is completed with the endings of programs, and one that has such an ending is tried as it is', () => {
  expect(namesOf('npx', windows)).toEqual(['npx.exe', 'npx.cmd'])
  expect(namesOf('tool.CMD', windows)).toEqual(['tool.CMD', 'tool.CMD.exe', 'tool.CMD.cmd'])
  expect(namesOf('my.tool', windows)).toEqual(['my.tool.exe', 'my.tool.cmd'])
  expect(namesOf('tool', { platform: 'linux', env: {} })).toEqual(['tool'])
})

test('variables are found in whatever case they are spelt, and PATH is split as Windows splits it', () => {
  expect(foldersOf(variable(windows, 'PATH') ?? '', windows)).toEqual(['C:\\Node', '\\\\share\\x'])
})

test('the shims of npm and pnpm are resolved to their scripts', () => {
  const npm = `@ECHO off\r\nGOTO start\r\n:find_dp0\r\nSET dp0=%~dp0\r\nEXIT /b\r\n:start\r\nSETLOCAL\r\nCALL :find_dp0\r\n
IF EXIST "%dp0%\\node.exe" (\r\n  SET "_prog=%dp0%\\node.exe"\r\n) ELSE (\r\n  SET "_prog=node"\r\n)\r\n
endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\\node_modules\\@some\\agent\\dist\\cli.mjs" %*\r\n`
  expect(scriptInShim(npm)).toBe('node_modules\\@some\\agent\\dist\\cli.mjs')
  const pnpm =
    '@SETLOCAL\r\n@IF EXIST "%~dp0\\node.exe" (\r\n  "%~dp0\\node.exe"  "%~dp0\\global\\5\\x\\cli.js" %*\r\n)\r\n'
  expect(scriptInShim(pnpm)).toBe('global\\5\\x\\cli.js')
  expect(pathsOf(windows).join('C:\\npm', 'node_modules\\x.js')).toBe('C:\\npm\\node_modules\\x.js')
})

test('a batch file that does more than a shim does is left to cmd.exe', () => {
  expect(scriptInShim('"%_prog%" --harmony "%dp0%\\x.js" %*')).toBeUndefined()
  expect(scriptInShim('del /q C:\\\r\ncall other.cmd %*')).toBeUndefined()
})

test('cmd.exe gets every argument in quotes, and is told to expand nothing', () => {
  expect(throughCmd('C:\\My Tools\\a.cmd', ['acp', 'a & b', 'x^|y', 'end\\', ''], 'C:\\Windows')).toEqual({
    command: 'C:\\Windows\\System32\\cmd.exe',
    args: ['/d', '/e:on', '/v:off', '/s', '/c', '""C:\\My Tools\\a.cmd" "acp" "a & b" "x^|y" "end\\\\" """'],
    isVerbatim: true,
  })
})

for (const argument of [
  '" & calc & "',
  '%PATH%',
  '%CMDCMDLINE:~-1%&calc',
  'two\nlines',
  'two\rlines',
  'nul\0',
])
  test(`an argument that no quoting carries through cmd.exe is refused: ${JSON.stringify(argument)}`, () => {
    expect(() => throughCmd('C:\\a.cmd', ['acp', argument], 'C:\\Windows')).toThrow(LaunchError)
    expect(() => throughCmd('C:\\a.cmd', [argument], 'C:\\Windows')).toThrow(/cannot be given .* safely/)
  })

test('batch files are told by their ending', () => {
  expect(['a.cmd', 'a.BAT', 'a.exe', 'a.cmd.exe', 'cmd'].map(isBatch)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('the folders of Windows are where its installers put programs', () => {
  const where = {
    ...windows,
    home: 'C:\\Users\\me',
    cwd: 'C:\\',
    env: { LocalAppData: 'C:\\L', ProgramFiles: 'C:\\P' },
  }
  const folders = windowsFolders(where).flatMap(look => look.folders)
  expect(folders).toContain('C:\\L\\Volta\\bin')
  expect(folders).toContain('C:\\P\\nodejs')
  expect(folders).toContain('C:\\Users\\me\\scoop\\shims')
})
