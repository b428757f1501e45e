import { expect, test } from 'vitest'
import { ownCommand } from './own-command.js'

test('what is to be typed begins with what works for whoever started it', () => {
  expect(ownCommand({ env: {} })).toBe('parley')
  expect(ownCommand({ env: { PARLEY_COMMAND: 'npm start --' } })).toBe('npm start --')
  for (const odd of ['', 'a\u001b[2J', 'x'.repeat(101)])
    expect(ownCommand({ env: { PARLEY_COMMAND: odd } })).toBe('parley')
})
