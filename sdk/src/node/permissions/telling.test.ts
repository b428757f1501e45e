import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Notice } from './notice.js'
import { makePlace, open } from './office.fixture.js'
import { telling } from './telling.js'

test('a notice is one line without control characters and without what looks like a secret', () => {
  const told: Notice[] = []
  const tell = telling(notice => told.push(notice))
  const secret = `ghp_${'a1B2'.repeat(9)}`
  tell({ kind: 'policy', path: '/work/\u001b[2Ja', message: `one\ntwo \u202e ${secret}` })
  expect(told).toHaveLength(1)
  expect(told[0]?.path).toBe('/work/·a')
  expect(told[0]?.message).toMatch(/^one·two · «redacted:[\da-f]{8}»$/)
})

test('what a command was given in confidence is not told when it is denied', async () => {
  const told: Notice[] = []
  const office = await open(makePlace(), { headless: true, onNotice: notice => told.push(notice) })
  const args = ['--token', 'swordfish', '--api-key=gold fish', '\u001b[31mred']
  const [outcome] = await office.run({ do: 'run', command: 'deploy', args, env: { DB_PASS: 'sun-fish' } })
  expect(outcome).toMatchObject({ by: 'default:nobody-to-ask' })
  const { message = '' } = told.find(({ message }) => message.includes('deploy')) ?? {}
  expect(message).toContain('--token')
  for (const hidden of ['swordfish', 'gold fish', 'sun-fish', '\u001b']) expect(message).not.toContain(hidden)
})

test('what an agent says of its own doing is told with one colon', async () => {
  const told: string[] = []
  const office = await open(makePlace(), { headless: true, onNotice: ({ message }) => told.push(message) })
  await office.run({ do: 'ask', title: 'Tidy up', kind: 'edit' })
  expect(told).toEqual([expect.stringContaining(': Tidy up: ')])
  expect(told.join()).not.toContain('::')
})

test('why a question could not be asked is told without secrets', async () => {
  const told: string[] = []
  const place = makePlace()
  const office = await open(place, {
    permission: () => Promise.reject(new Error(`no screen, API_KEY=${'a1B2'.repeat(9)}\u0007`)),
    onNotice: ({ message }) => told.push(message),
  })
  await office.run({ do: 'write', path: join(place.work, 'a'), content: 'x' })
  expect(told).toEqual([
    expect.stringMatching(/^the question could not be asked: no screen, API_KEY=«.*»·?$/),
  ])
})

test('an answer that was not offered counts as none, and is told', async () => {
  const told: string[] = []
  const place = makePlace()
  const office = await open(place, {
    permission: () => ({ optionId: 'yes', name: 'Yes', kind: 'allow_once' }),
    onNotice: ({ message }) => told.push(message),
  })
  const path = join(place.work, 'a')
  expect(await office.run({ do: 'write', path, content: 'x' })).toMatchObject([
    { reason: 'request_cancelled' },
  ])
  expect(told).toEqual([
    expect.stringContaining('an answer that was not offered counts as none: only reject, once'),
  ])
})
