import { expect, test } from 'vitest'
import { diagnosisOf, type Evidence, noiseIn } from './symptom.js'

const of = (stderr: string, more: Partial<Evidence> = {}): string => {
  const found = diagnosisOf({
    command: '/opt/bin/tool',
    stderr,
    stdout: '',
    death: { code: 1, signal: null },
    ...more,
  })
  return found === undefined ? 'unknown' : `${found.cause}: ${found.cure}`
}

for (const [title, stderr, cause, cure] of [
  [
    'a missing module',
    "Error: Cannot find module 'zod'\n code: 'MODULE_NOT_FOUND'",
    'missing (zod)',
    'install the agent again',
  ],
  [
    'a missing package',
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'ws' imported",
    'missing (ws)',
    'with its dependencies',
  ],
  [
    'a missing script',
    "Error: Cannot find module '/x/agent.js'",
    '/x/agent.js',
    'correct the path of its script',
  ],
  [
    'an old Node',
    'SyntaxError: Unexpected token\n\nNode.js v14.21.3',
    'too old for it (v14.21.3',
    'install a newer Node',
  ],
  [
    'an engine that is refused',
    'npm error code EBADENGINE\nnpm error Not compatible',
    'too old',
    'install a newer Node',
  ],
  ['an old Node that lacks a part', 'ERR_UNKNOWN_BUILTIN_MODULE: node:sqlite', 'too old', 'first on PATH'],
  [
    'npx without a network',
    'npm error code EAI_AGAIN\nnpm error request to https://registry',
    'network',
    'install it once',
  ],
  [
    'a package that does not exist',
    'npm error code E404\nnpm error 404 Not Found',
    'not in the registry',
    'correct the name',
  ],
  ['a sign-in that is wanted', 'Error: not logged in', 'signed in (not logged in)', '`tool login`'],
  ['a key that is wanted', 'OPENAI_API_KEY: API key not found', 'signed in', 'pass its key by `env`'],
  [
    'a terminal that is wanted',
    'Raw mode is not supported on the current process.stdin',
    'for people',
    '`tool acp` or `tool --acp`',
  ],
  [
    'a flag that is not understood',
    "error: unknown option '--stdio'",
    "unknown option '--stdio'",
    '`tool acp`',
  ],
  [
    'a program of its own that is missing',
    'sh: 1: rg: command not found',
    'rg: command not found',
    'on PATH',
  ],
  [
    'an interpreter that is missing',
    "/usr/bin/env: 'python3': No such file or directory\nenv: python3: No such file or directory",
    'was not found',
    'install that program',
  ],
  [
    'a file it may not use',
    "Error: EACCES: permission denied, open '/x/log'",
    "EACCES: permission denied, open '/x/log'",
    'correct the permissions',
  ],
  ['a full disk', 'Error: ENOSPC: no space left on device', 'disk (ENOSPC)', 'make room'],
  [
    'a system that is too old',
    "libc.so.6: version `GLIBC_2.38' not found",
    'newer system (GLIBC_2.38)',
    'build for this system',
  ],
  ['no memory', 'FATAL ERROR: JavaScript heap out of memory', 'out of memory', 'more memory'],
] as const)
  test(`known by its words: ${title}`, () => {
    expect(of(stderr)).toContain(cause)
    expect(of(stderr)).toContain(cure)
  })

test('known by the exit alone, where nothing was said', () => {
  expect(of('', { death: { code: 127, signal: null } })).toContain('was not found')
  expect(of('', { death: { code: 126, signal: null } })).toContain('may not be executed')
  expect(of('', { death: { code: null, signal: 'SIGKILL' } })).toContain('memory')
  expect(of('', { death: { code: null, signal: 'SIGILL' } })).toContain('another processor')
  expect(of('', { death: { code: 0, signal: null } })).toContain('did you mean')
  expect(of('odd', { death: { code: 3, signal: null } })).toBe('unknown')
  expect(of('odd', { death: undefined })).toBe('unknown')
})

test('the way to speak the protocol is taken from what the program says itself', () => {
  const stdout = 'Usage: tool\n  --experimental-acp  speak ACP\n'
  expect(of('', { stdout, death: undefined })).toContain('did you mean `tool --experimental-acp`?')
  expect(of('', { stdout: 'usage: tool\n', command: 'C:\\bin\\tool.exe' })).toContain('`tool.exe acp` or')
})

test('messages are no noise', () => {
  expect(noiseIn('hello\n{"jsonrpc":"2.0"}\n\n')).toBe('hello')
  expect(noiseIn('{"jsonrpc":"2.0"}\n')).toBe('')
})

test('no text of four kilobytes takes long to judge', () => {
  const started = performance.now()
  for (const text of ['a', ' ', 'usage:', ': ', 'unknown ', "'", 'x: not found'])
    of(text.repeat(4_096 / text.length))
  expect(performance.now() - started).toBeLessThan(1_000)
})
