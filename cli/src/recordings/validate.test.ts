import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePlace, parley } from '../run/command.fixture.js'

const place = makePlace()
const HEADER = '{"recording":1}\n'
const TALK = [
  { to: 'agent', message: { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 1 } } },
  { to: 'client', message: { jsonrpc: '2.0', id: 1, result: { protocolVersion: 1 } } },
]
  .map(entry => `${JSON.stringify(entry)}\n`)
  .join('')

const validate = (text: string, ...words: readonly string[]) => {
  const file = join(place.cwd, `${crypto.randomUUID()}.ndjson`)
  writeFileSync(file, text)
  return parley(place, ['validate', file, ...words])
}

test('a file whose lines are ruined is not valid, whatever form the report has', async () => {
  const ruined = `${HEADER}${TALK}garbage\nmore of it\n`
  const told = await validate(ruined)
  expect(told).toMatchObject({ code: 1, stdout: expect.stringContaining(':4: damaged: ') })
  const junit = await validate(ruined, '--format', 'junit')
  expect(junit.stdout).toContain('<testcase classname="recording" name="whole"><failure ')
  const sarif = await validate(ruined, '--format', 'sarif')
  expect(JSON.parse(sarif.stdout).runs[0].results).toMatchObject([
    { ruleId: 'recording.damaged', level: 'error' },
    { ruleId: 'recording.damaged' },
  ])
  expect([junit.code, sarif.code]).toEqual([1, 1])
})

test('a last line that was only cut off is told and forgiven', async () => {
  const told = await validate(`${HEADER}${TALK}${TALK.slice(0, 20)}`)
  expect(told).toMatchObject({ code: 0, stdout: expect.stringContaining(':4: damaged: ') })
})

test('a recording without a message is not called valid: nothing was judged', async () => {
  for (const text of [HEADER, `${HEADER}{"event":"started"}\n`, `${HEADER}{"to":"agent","mess`])
    expect(await validate(text)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nothing to judge'),
    })
})

test('a line that is nested too deep harms itself alone', async () => {
  const deep = `{"to":"client","message":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}}\n`
  const told = await validate(`${HEADER}${TALK}${deep}${TALK}`)
  expect(told).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(':4: damaged: expected a line nested'),
  })
  expect(told.stdout).toContain('4 rows')
})
