import { expect, test } from 'vitest'
import { briefing } from './briefing.js'

const facts = {
  cwd: '/work',
  roots: ['/work', '/lib'],
  mode: 'architect',
  platform: 'linux',
  today: new Date('2026-11-15T10:00:00Z'),
}

test('the model is told who it is, how it may work, where and when, and what the project says', () => {
  const text = briefing({ ...facts, guidance: 'Use tabs.' })
  for (const words of [
    'You are Scout',
    'change nothing',
    '/work',
    '/lib',
    'linux',
    '2026-11-15',
    'Use tabs.',
  ])
    expect(text).toContain(words)
  expect(briefing({ ...facts, mode: 'code' })).not.toContain('change nothing')
})

test('what the client wants to be said is added, or takes the place of all but the facts', () => {
  const content = [{ type: 'text', text: 'Speak like a pirate.' }] as const
  const appended = briefing({ ...facts, systemPrompt: { mode: 'append', content } })
  expect(appended).toMatch(/You are Scout.*Speak like a pirate\.$/s)
  const replaced = briefing({ ...facts, guidance: 'Use tabs.', systemPrompt: { mode: 'override', content } })
  expect(replaced).toMatch(/^Speak like a pirate\..*Working directory: \/work/s)
  expect(replaced).not.toContain('Scout')
})
