import { expect, test } from 'vitest'
import { calm } from '../jsonrpc/far-end.fixture.js'
import { hashed, Log, type LogEntry } from './log.js'
import { serve, text } from './parties.fixture.js'

const entry = (message: string, method = 'm'): LogEntry => ({ level: 'warn', event: 'e', method, message })

test('entries alike are passed on five times a minute, then only counted', () => {
  let now = 0
  const seen: LogEntry[] = []
  const log = new Log(
    it => seen.push(it),
    () => now,
  )
  for (let count = 0; count < 1_000; count++) log.write(entry('same'))
  expect(seen).toHaveLength(5)
  log.write(entry('other', 'n'))
  expect(seen).toHaveLength(6)
  now = 60_000
  log.write(entry('same'))
  expect(seen.at(-1)).toMatchObject({ message: 'same', repeated: 995 })
})

test('a peer that invents a new name each time does not flood the log either', () => {
  const seen: LogEntry[] = []
  const log = new Log(
    it => seen.push(it),
    () => 0,
  )
  for (let count = 0; count < 10_000; count++) log.write(entry('odd', `name-${count}`))
  expect(seen.length).toBeLessThan(2_000)
})

test('what a peer wrote is cut to 256 characters and cannot forge a line', () => {
  const seen: LogEntry[] = []
  new Log(it => seen.push(it)).write(entry(`one\n2026 [root] all is well\u001b[2J\u202e${'x'.repeat(1_000)}`))
  expect(seen[0]?.message.length).toBeLessThanOrEqual(256)
  for (const trick of ['\n', '\u001b', '\u202e']) expect(seen[0]?.message).not.toContain(trick)
})

test('a message is never cut inside a character', () => {
  const seen: LogEntry[] = []
  new Log(it => seen.push(it)).write(entry(`${'x'.repeat(254)}\u{1f600}${'y'.repeat(9)}`))
  expect(seen[0]?.message).toBe(`${'x'.repeat(254)}…`)
})

test('a log that throws takes nothing with it', () => {
  const log = new Log(() => {
    throw new Error('disk full')
  })
  expect(() => log.write(entry('a'))).not.toThrow()
})

test('ids are hashed: the same id gives the same word', () => {
  expect(hashed('secret-id')).toBe(hashed('secret-id'))
  expect(hashed('secret-id')).not.toBe(hashed('secret-ie'))
  expect(hashed('secret-id')).toMatch(/^[0-9a-f]{8}$/)
})

test('no payload, no params and no plain ids reach the log', async () => {
  const { far, served, log } = serve()
  const sessionId = await far.begin()
  far.answer('hunter2-id\n\u001b[31m', { secret: 'hunter2' })
  far.say({ jsonrpc: '2.0', id: 1, method: 'session/prompt', params: 'hunter2' })
  far.notify('session/cancel', { sessionId: { secret: 'hunter2' } })
  await far.ask('session/prompt', { sessionId, prompt: [{ type: 'hunter2' }] })
  await far.ask('session/prompt', { sessionId, prompt: text('hunter2') })
  await calm()
  expect(log.length).toBeGreaterThan(2)
  expect(JSON.stringify(log.map(({ error, ...rest }) => rest))).not.toContain('hunter2')
  await served.close()
})
