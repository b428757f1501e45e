import { expect, test } from 'vitest'
import { fold, glance, prompt, said, text } from './fold.fixture.js'
import type { ThreadUpdate } from './reduce.js'
import { toValue } from './value.js'

const LINK = { type: 'resource_link', name: 'a', uri: 'file:///a' } as const
const IMAGE = { type: 'image', data: 'AA==', mimeType: 'image/png' } as const
const end = { type: 'end', stopReason: 'end_turn' } as const
const whole = (words: string, messageId: string): ThreadUpdate => ({
  sessionUpdate: 'user_message',
  messageId,
  content: [text(words)],
})

test.each([1, 2] as const)('version %i: a prompt that the agent repeats appears once', version => {
  expect(glance(fold(version, prompt('hello'), said('user', 'hello', 'm')))).toEqual(['user: hello'])
  expect(glance(fold(version, prompt('hello', 'm'), said('user', 'hello', 'm')))).toEqual(['user: hello'])
  expect(glance(fold(version, said('user', 'hello', 'm'), prompt('hello', 'm')))).toEqual(['user: hello'])
})

test('version 1: a repetition without an id, in pieces of any size, appears once', () => {
  const pieces = ['h', 'el', '', 'lo'].map(piece => said('user', piece))
  expect(glance(fold(1, prompt('hello'), ...pieces, said('agent', 'hi')))).toEqual([
    'user: hello',
    'agent: hi',
  ])
})

test('version 2: a whole message that repeats a prompt gives it its id', () => {
  const thread = fold(2, prompt('hello'), whole('hello', 'm'), whole('hello!', 'm'))
  expect(toValue(thread).entries).toEqual([
    { kind: 'message', role: 'user', messageId: 'm', content: [text('hello!')] },
  ])
})

test('a repetition is compared block by block', () => {
  const content = [text('see '), text('this: '), LINK, IMAGE, text('ok')]
  const chunk = (block: object) => ({ sessionUpdate: 'user_message_chunk', content: block }) as ThreadUpdate
  const sent = { type: 'prompt', content } as const
  expect(toValue(fold(1, sent, ...content.map(chunk))).entries).toHaveLength(1)
  expect(toValue(fold(1, sent, ...content.map(chunk))).entries).toEqual(toValue(fold(1, sent)).entries)
  const halting = content.flatMap(each => [each, text('')]).slice(0, -1)
  expect(toValue(fold(1, sent, ...halting.map(chunk))).entries).toEqual(toValue(fold(1, sent)).entries)
  const other = { ...IMAGE, data: 'AAA=' }
  const thread = fold(1, sent, ...content.slice(0, 3).map(chunk), chunk(other))
  expect(toValue(thread).entries).toMatchObject([
    { content: [text('see this: '), LINK, IMAGE, text('ok')] },
    { content: [text('see this: '), LINK, other] },
  ])
})

test('what begins like the prompt and goes on otherwise is a message of its own, and loses nothing', () => {
  for (const id of [undefined, 'm']) {
    const thread = fold(
      1,
      prompt('hello'),
      said('user', 'he', id),
      said('user', 'y', id),
      said('user', '!', id),
    )
    expect(glance(thread)).toEqual(['user: hello', 'user: hey!'])
  }
})

test('under the id of the prompt the words of the agent replace ours', () => {
  const thread = fold(2, prompt('see @a', 'm'), said('user', 'see ', 'm'), said('user', 'file a', 'm'))
  expect(glance(thread)).toEqual(['user: see file a'])
})

test('two prompts with the same words are two messages, repeated or not', () => {
  expect(glance(fold(1, prompt('go'), prompt('go')))).toEqual(['user: go', 'user: go'])
  expect(
    glance(fold(1, prompt('go'), said('user', 'go', 'x'), prompt('go'), said('user', 'go', 'y'))),
  ).toEqual(['user: go', 'user: go'])
  expect(glance(fold(2, prompt('go'), prompt('go'), whole('go', 'x'), whole('go', 'y')))).toEqual([
    'user: go',
    'user: go',
  ])
})

test('once the turn is over nothing counts as a repetition, and prompts that wait still do', () => {
  const over = fold(1, prompt('go'), said('agent', 'ok'), end, said('user', 'go'))
  expect(glance(over)).toEqual(['user: go', 'agent: ok', 'stop: end_turn', 'user: go'])
  const waiting = fold(1, prompt('one'), prompt('two'), end, said('user', 'two', 'm'))
  expect(glance(waiting)).toEqual(['user: one', 'user: two', 'stop: end_turn'])
})

test('a message of somebody else is not taken for ours', () => {
  expect(glance(fold(1, prompt('mine'), said('user', 'theirs')))).toEqual(['user: mine', 'user: theirs'])
  const known = fold(2, said('user', 'a', 'x'), prompt('b'), said('user', 'b', 'x'))
  expect(glance(known)).toEqual(['user: ab', 'user: b'])
})

test('an accepted prompt gets its id, and the repetition that follows is recognised by it', () => {
  const accepted = { type: 'accepted', messageId: 'm' } as const
  const thread = fold(2, prompt('one'), prompt('two'), accepted, whole('ONE', 'm'))
  expect(glance(thread)).toEqual(['user: ONE', 'user: two'])
  expect(
    toValue(fold(2, prompt('one'), said('user', 'o', 'm'), accepted, said('user', 'h', 'm'))).entries,
  ).toEqual([{ kind: 'message', role: 'user', messageId: 'm', content: [text('oh')] }])
})
