import { expect, test } from 'vitest'
import { createRedactor } from './redact.js'

const { text } = createRedactor()
const X = '«redacted»'

const server = { mcpServers: [{ env: [{ name: 'MODE', value: 'fast' }] }] }
const hidden = { mcpServers: [{ env: [{ name: 'MODE', value: X }] }] }

test('a message written as text is read as a message', () => {
  expect(text(JSON.stringify(server))).toBe(JSON.stringify(hidden))
  expect(text(` ${JSON.stringify([server])}\n`)).toBe(` ${JSON.stringify([hidden], null, 2)}\n`)
  expect(text(JSON.stringify(server, null, 2))).toBe(JSON.stringify(hidden, null, 2))
})

test('a message in the middle of a line is found', () => {
  expect(text(`sent: ${JSON.stringify(server)} (later)`)).toBe(`sent: ${JSON.stringify(hidden)} (later)`)
})

test('each line may be a message, and what is none stays as it is', () => {
  const [one, other] = [JSON.stringify(server), JSON.stringify(hidden)]
  expect(text(`a key {\n${one}\n{"env": 1,\n} ]\n${one}\nend`)).toBe(
    `a key {\n${other}\n{"env": 1,\n} ]\n${other}\nend`,
  )
})

test('a message as text inside a message is read as well', () => {
  expect(text(JSON.stringify({ text: JSON.stringify(server) }))).toBe(
    JSON.stringify({ text: JSON.stringify(hidden) }),
  )
})

test('a message with nothing to hide looks as it did', () => {
  for (const given of ['{ "tokens":   1 }', '[\n["key"]]', '{"env" : {"A":"b"}}', '{"key":1e3}'])
    expect(text(given)).toBe(given)
})

test('a secret that goes over several lines is taken out whole', () => {
  expect(text(JSON.stringify({ clientSecret: 'one two\nthree' }))).toBe(`{"clientSecret":"${X}"}`)
  expect(text('secret = "abc1\\ndef2"')).toBe(`secret = "${X}"`)
})

test('a message nested without end does no harm', () => {
  const depth = 100_000
  expect(text(`{"token":${'['.repeat(depth)}${']'.repeat(depth)}}`)).toContain('[[[')
})
