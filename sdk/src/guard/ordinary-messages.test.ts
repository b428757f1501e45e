import { expect, test } from 'vitest'
import { ordinaryMessages } from './ordinary-messages.fixture.js'
import { createRedactor } from './redact.js'

test('of ten thousand ordinary messages fewer than one in a hundred is changed', () => {
  const { value } = createRedactor()
  const messages = ordinaryMessages(10_000)
  const changed = messages.filter(message => JSON.stringify(value(message)) !== JSON.stringify(message))
  expect(messages.length).toBeGreaterThanOrEqual(10_000)
  expect(changed.length).toBeLessThan(messages.length / 100)
})
