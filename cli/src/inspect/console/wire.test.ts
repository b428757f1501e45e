import type { Entry } from '@parley/acp/inspect'
import { expect, test } from 'vitest'
import { openWire } from './wire.js'

test('what is said to an agent that is gone is not sent, and does not count as sent', async () => {
  const entries: Entry[] = []
  const onEntry = (entry: Entry): void => void entries.push(entry)
  const script = 'process.stdin.once("data", () => process.exit(3))'
  const wire = await openWire([process.execPath, '-e', script], { cwd: '.', env: process.env, onEntry })
  expect(wire.send('{"id":1}')).toBe(true)
  expect(await wire.ended).toMatchObject({ code: 3 })
  expect(wire.send('{"id":2}')).toBe(false)
  expect(entries.flatMap(entry => ('message' in entry ? [entry.message] : []))).toEqual([{ id: 1 }])
  await wire.close()
})
