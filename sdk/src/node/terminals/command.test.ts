import { expect, test } from 'vitest'
import { toCommand } from './command.js'

test('a program with its words is started as it is, whatever the words hold', () => {
  expect(toCommand('git', ['commit', '-m', 'a; rm -rf / $(x)'])).toEqual({
    argv: ['git', 'commit', '-m', 'a; rm -rf / $(x)'],
    isShell: false,
  })
  expect(toCommand('ls')).toEqual({ argv: ['ls'], isShell: false })
  expect(toCommand('./build.sh')).toEqual({ argv: ['./build.sh'], isShell: false })
  expect(toCommand('my program', ['x'])).toEqual({ argv: ['my program', 'x'], isShell: false })
})

test('text that only a shell understands is given to one, and shown as such', () => {
  for (const text of [
    'npm test',
    'a|b',
    'a&',
    'a;b',
    '$HOME/x',
    '`id`',
    'a>b',
    'x\ny',
    '~/x',
    'A=1',
    'a\\ b',
    '*',
  ])
    expect(toCommand(text)).toEqual({ argv: ['sh', '-c', text], isShell: true })
})

test('a shell that may have been given text is shown as such, one that runs a file is not', () => {
  for (const program of ['sh', '/bin/bash', 'zsh', 'pwsh', 'cmd.exe', 'busybox'])
    expect(toCommand(program, ['-c', 'rm -rf /']).isShell).toBe(true)
  expect(toCommand('bash', ['-lc', 'x']).isShell).toBe(true)
  expect(toCommand('cmd', ['/c', 'x']).isShell).toBe(true)
  expect(toCommand('bash', ['build.sh']).isShell).toBe(false)
  expect(toCommand('fish-counter', ['-c']).isShell).toBe(false)
})

test('what cannot be a program is an error of the parameters', () => {
  for (const [command, ...args] of [[''], ['-x'], ['a\0b'], ['a', 'b\0c']] as [string, ...string[]][])
    expect(() => toCommand(command, args)).toThrow(expect.objectContaining({ code: -32602 }))
})
