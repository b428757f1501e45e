import { expect, test } from 'vitest'
import {
  secretsInAddress,
  secretsInArguments,
  secretsInHeaders,
  secretsInVariables,
} from './given-secrets.js'

const variable = (name: string, value: string): readonly string[] => secretsInVariables([{ name, value }])
const header = (name: string, value: string): readonly string[] => secretsInHeaders([{ name, value }])

test('a variable with a telling name is a secret, whatever it says', () => {
  for (const name of ['API_KEY', 'authToken', 'DB_PASS', 'PWD_HASH', 'CREDENTIALS', 'COOKIE'])
    expect(variable(name, 'word')).toEqual(['word'])
  for (const name of ['SESSION', 'SIGNATURE']) expect(variable(name, 'word-1')).toEqual(['word-1'])
  expect(variable('API_KEY', 'abc')).toEqual([])
  expect(variable('AUTHOR', 'somebody')).toEqual([])
})

test('a name that only hints makes no secret of a path or of a plain word', () => {
  for (const name of ['SSH_KEY', 'SESSION', 'PASSWORD_FILE', 'CREDENTIALS_DIR'])
    for (const path of ['/home/me/a project/.ssh/id_rsa', 'C:\\Users\\me', '/work/'])
      expect(variable(name, path)).toEqual([])
  for (const name of ['XDG_SESSION_TYPE', 'SIGNATURE', 'KEY_TYPE'])
    for (const word of ['wayland', 'Wayland', 'WAYLAND']) expect(variable(name, word)).toEqual([])
  expect(variable('PASSWORD', '/home/me')).toEqual(['/home/me'])
  expect(variable('PASSWORD_FILE', 'swordfish')).toEqual(['swordfish'])
  expect(variable('SIGNING_HASH_KEY', '/ab+c/defg==')).toEqual(['/ab+c/defg=='])
  expect(variable('SESSION', 'qWeRtyuiOp')).toEqual(['qWeRtyuiOp'])
  expect(variable('SESSION', 'a'.repeat(40))).toEqual(['a'.repeat(40)])
})

test('any other variable is one unless it is a word, a number, a path or a plain address', () => {
  for (const harmless of [
    'information',
    'Information',
    '123456.789',
    '/home/me/project',
    './project/a',
    '../project',
    '~/project/a',
    'C:\\project\\a',
    'https://x.test/a/b',
    'http://x.test:80',
  ])
    expect(variable('MODE', harmless)).toEqual([])
  for (const secret of [
    'abcdefg1',
    'two words',
    '/home/me and you',
    'x /home/me',
    'https://x.test/?a',
    'ftp://x.test',
  ])
    expect(variable('MODE', secret)).toContain(secret)
  expect(variable('MODE', 'abcdef1')).toEqual([])
})

test('an address in a variable has secrets of its own', () => {
  expect(variable('DATABASE', 'postgres://me:tr0ub4dor@db/x')).toEqual([
    'postgres://me:tr0ub4dor@db/x',
    'tr0ub4dor',
    'tr0ub4dor',
    'bWU6dHIwdWI0ZG9y',
    'bWU6dHIwdWI0ZG9y',
  ])
})

test('of a header the value is a secret, and each word of it', () => {
  expect(header('X-Any', 'Bearer abcd-1')).toEqual(['Bearer abcd-1', 'Bearer', 'abcd-1'])
  expect(header('X-Any', 'abcdefg1')).toEqual(['abcdefg1', 'abcdefg1'])
  for (const name of [
    'Accept',
    'accept-language',
    'Content-Type',
    'content-length',
    'USER-AGENT',
    'mcp-protocol-version',
    'Host',
    'Origin',
  ])
    expect(header(name, 'application/json')).toEqual([])
  expect(header('X-Accept', 'application/json')).toContain('application/json')
  expect(header('Host-Key', 'application/json')).toContain('application/json')
})

test('among arguments it is what a telling option has, before or behind its equals sign', () => {
  expect(secretsInArguments(['--api-key', 'k-123', '--token=t-456', '-password', 'p-789'])).toEqual([
    'k-123',
    't-456',
    'p-789',
  ])
  expect(secretsInArguments(['--verbose', 'abcd-efgh', 'token', 'abcd-efgh', '--port=abcd-efgh'])).toEqual([])
  expect(secretsInArguments(['--token=one\ntwo'])).toEqual(['one\ntwo'])
  expect(secretsInArguments(['--token'])).toEqual([])
  expect(secretsInArguments(['x --token=abcd', '--token=abc'])).toEqual([])
})

test('of an address it is who is named in it, and what it asks', () => {
  expect(secretsInArguments(['postgres://me:p-789@host/db'])).toContain('p-789')
  expect(secretsInAddress('https://user:p%2Fw0@x.test/a?q=one%2Btwo&r=abc#f')).toEqual([
    'user',
    'user',
    'p%2Fw0',
    'p/w0',
    'dXNlcjpwL3cw',
    'dXNlcjpwL3cw',
    'q=one%2Btwo&r=abc',
    'q=one+two&r=abc',
    'one+two',
    'one+two',
  ])
  expect(secretsInAddress('https://x.test/a')).toEqual([])
  expect(secretsInAddress('https://:only@x.test')).toContain('only')
  expect(secretsInAddress('https://only@x.test')).toContain('b25seTo=')
  expect(secretsInAddress('https://%zz:abcd@x.test')).toContain('abcd')
  for (const none of [
    'text',
    'x https://a:bcdef@x.test',
    'https://',
    'a:bcdef@x.test',
    '1http://a:bcdef@x.test',
  ])
    expect(secretsInAddress(none)).toEqual([])
})
