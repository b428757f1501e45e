import { expect, test } from 'vitest'
import { toAgentVariables } from './agent-variables.js'

const one = (name: string, value = 'x') => toAgentVariables([{ name, value }])

const refused = expect.objectContaining({ code: -32602 })

test('plainly named variables are taken, the last of a name wins', () => {
  expect(toAgentVariables()).toEqual({})
  expect(
    toAgentVariables([
      { name: 'FORCE_COLOR', value: '0' },
      { name: '_A1', value: '' },
      { name: '_A1', value: 'é' },
    ]),
  ).toEqual({ FORCE_COLOR: '0', _A1: 'é' })
})

test('a variable that makes a harmless program run other code is refused, by name', () => {
  const names =
    'LD_PRELOAD LD_LIBRARY_PATH LD_X DYLD_INSERT_LIBRARIES NODE_OPTIONS NODE_PATH PYTHONPATH PYTHONSTARTUP PERL5LIB ' +
    'PERL5OPT RUBYOPT BASH_ENV ENV GIT_SSH GIT_SSH_COMMAND GIT_EXTERNAL_DIFF PROMPT_COMMAND IFS PATH ACP_TERM_OWNER ' +
    'GIT_CONFIG_COUNT'
  for (const name of names.split(' ')) {
    expect(() => one(name), name).toThrow(refused)
    expect(() => one(name), name).toThrow(name)
  }
  expect(one('LDFLAGS')).toEqual({ LDFLAGS: 'x' })
  expect(one('GIT_PAGER', 'cat')).toEqual({ GIT_PAGER: 'cat' })
})

test('names in any other spelling are refused, so are values with a NUL', () => {
  for (const name of ['', 'path', 'Path', '1A', 'A-B', 'A=B', 'A B', 'BASH_FUNC_x%%', 'A\0', 'É'])
    expect(() => one(name), name).toThrow(refused)
  expect(() => one('A', 'a\0b')).toThrow(refused)
})

test('64 variables are taken and one more is not, 32 KiB are taken and one byte more is not', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `A${index}`, value: '' }))
  expect(Object.keys(toAgentVariables(many(64)))).toHaveLength(64)
  expect(() => toAgentVariables(many(65))).toThrow(refused)
  const room = 32 * 1024 - 'A'.length - 2
  expect(one('A', 'x'.repeat(room))).toBeDefined()
  expect(() => one('A', 'x'.repeat(room + 1))).toThrow(refused)
  expect(() => one('A', 'é'.repeat(room / 2 + 1))).toThrow(refused)
})
