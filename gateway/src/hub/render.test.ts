import { expect, test } from 'vitest'
import { type HubEvent, type Logged, toMessage } from './event.js'
import { HeldText } from './held-text.js'
import { type Reader, render } from './render.js'
import { NEWS_METHOD } from './words.js'

const reader: Reader = {
  sessionId: 's',
  epoch: 'e',
  seat: 'mine',
  knowsUs: true,
  canAnswer: true,
  isController: true,
  answersEndTurns: true,
  replayUntil: 0,
  had: 0,
  requestOf: () => undefined,
  questionAt: () => ({ params: { sessionId: 's' } }),
}
const plain = { ...reader, knowsUs: false }
const told = (event: HubEvent, who: Partial<Reader> = {}, seq = 5): Record<string, unknown> | undefined => {
  const text = render({ seq, event }, { ...reader, ...who })
  return text === undefined ? undefined : JSON.parse(text)
}
const echo: HubEvent = { type: 'echo', seat: 'mine', method: 'session/update', params: {} }
const question: HubEvent = { type: 'question', method: 'session/request_permission', isForAll: true }
const file: HubEvent = { type: 'question', method: 'fs/read_text_file', isForAll: false }
const answered: HubEvent = {
  type: 'answered',
  question: 3,
  how: 'answered',
  isForAll: true,
  seat: 'other',
  by: 'Bob',
}
const response: HubEvent = {
  type: 'response',
  prompt: 2,
  answer: { result: { stopReason: 'end_turn' } },
  by: 'Ann',
}

test('what a client did itself is told to the others, and to itself in a replay', () => {
  expect(told(echo)).toBeUndefined()
  expect(told(echo, { seat: 'other' })).toMatchObject({ method: 'session/update' })
  expect(told(echo, { replayUntil: 5 })).toMatchObject({ method: 'session/update' })
})

test('what is told again says when it was, to those who know that; beside what the agent said of it', () => {
  const update = { sessionUpdate: 'plan', entries: [] }
  const params = { sessionId: 's', update, _meta: { own: 1, 'parley.dev/at': 'never' } }
  const method = 'session/update'
  const event: HubEvent = { type: 'told', method, params }
  const logged: Logged = { seq: 5, event, at: 1_700_000_000_000, told: { method, message: 'as it was' } }
  expect(render(logged, reader)).toBe('as it was')
  expect(render(logged, { ...plain, replayUntil: 5 })).toBe('as it was')
  const text = render(logged, { ...reader, replayUntil: 5 }) ?? ''
  const _meta = { own: 1, 'parley.dev/at': 1_700_000_000_000 }
  expect(JSON.parse(text).params).toEqual({ sessionId: 's', update, _meta })
})

test('the end of a turn is the answer for its author, a notification for those who know it, nothing for others', () => {
  expect(told(response, { requestOf: () => 7 })).toEqual({
    jsonrpc: '2.0',
    id: 7,
    result: { stopReason: 'end_turn' },
  })
  expect(told(response)).toMatchObject({
    method: '_parley/session/turn',
    params: { state: 'ended', by: 'Ann' },
  })
  expect(told(response, plain)).toBeUndefined()
})

test('an answer that a client has had is not told again, and one that it may have missed is', () => {
  expect(told(response, { requestOf: () => 7, had: 5 })).not.toHaveProperty('id')
  expect(told(response, { requestOf: () => 7, had: 4 })).toHaveProperty('id', 7)
})

test('a question has its place as its id and is for those who may answer it while it is open', () => {
  expect(told(question)).toMatchObject({ id: 'e.5', method: 'session/request_permission' })
  expect(told(question, { canAnswer: false })).toBeUndefined()
  expect(told(question, { questionAt: () => undefined })).toBeUndefined()
  expect(told(file)).toMatchObject({ id: 'e.5' })
  expect(told(file, { isController: false })).toBeUndefined()
})

test('an answered question is called off for plain clients that had it', () => {
  expect(told(answered)).toMatchObject({
    method: '_parley/session/answered',
    params: { requestId: 'e.3', by: 'Bob' },
  })
  expect(told(answered, plain)).toEqual({
    jsonrpc: '2.0',
    method: '$/cancel_request',
    params: { requestId: 'e.3' },
  })
  expect(told(answered, { ...plain, seat: 'other' })).toBeUndefined()
  expect(told(answered, { ...plain, canAnswer: false })).toBeUndefined()
  expect(told(answered, { ...plain, replayUntil: 5 })).toBeUndefined()
})

test('a reply is for whoever asked, and a notice is for the moment', () => {
  const reply: HubEvent = { type: 'reply', seat: 'mine', request: 'r', answer: { result: {} } }
  expect(told(reply)).toEqual({ jsonrpc: '2.0', id: 'r', result: {} })
  expect(told(reply, { seat: 'other' })).toBeUndefined()
  const update = { sessionUpdate: 'notice', title: 'x' }
  const method = 'session/update'
  const message = toMessage(method, JSON.stringify({ update }))
  const notices: Logged[] = [
    { seq: 5, event: { type: 'told', method, params: { update } }, told: { method, message } },
    new HeldText(5, 0, { method, message }),
  ]
  for (const notice of notices) {
    expect(render(notice, reader)).toBe(message)
    expect(render(notice, { ...reader, replayUntil: 5 })).toBeUndefined()
  }
})

test('what a gateway says in words of its own is for those who know them', () => {
  const message = toMessage(NEWS_METHOD, '{"update":{}}')
  const news = new HeldText(5, 0, { method: NEWS_METHOD, message })
  for (const replayUntil of [0, 5]) {
    expect(render(news, { ...reader, replayUntil })).toContain(NEWS_METHOD)
    expect(render(news, { ...plain, replayUntil })).toBeUndefined()
  }
})
