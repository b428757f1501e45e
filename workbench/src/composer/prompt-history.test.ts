import { reduce } from '@parley/acp/thread'
import { expect, test } from 'vitest'
import { threadOf } from '../showcase/means.fixture.js'
import { recall, sentPrompts, unansweredPrompt } from './prompt-history.js'

const prompt = (text: string) => ({ type: 'prompt', content: [{ type: 'text', text }] }) as const
const thread = threadOf([prompt('one'), prompt('two'), prompt('one')])

test('the latest prompt comes first, and each once', () => {
  expect(sentPrompts(thread)).toEqual(['one', 'two'])
})

test('one goes back step by step, stays at the oldest, and comes back to nothing', () => {
  const prompts = ['new', 'old']
  expect(recall(prompts, undefined, 'older')).toBe('new')
  expect(recall(prompts, 'new', 'older')).toBe('old')
  expect(recall(prompts, 'old', 'older')).toBeUndefined()
  expect(recall(prompts, 'old', 'newer')).toBe('new')
  expect(recall(prompts, 'new', 'newer')).toBe('')
})

test('a prompt can be taken back until somebody answers', () => {
  expect(unansweredPrompt(thread)).toBe('one')
  const chunk = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'yes' } } as const
  expect(unansweredPrompt(reduce(threadOf([prompt('one')]), chunk))).toBeUndefined()
})
