import { expect, test } from 'vitest'
import { KEY_META } from '../../protocol/remote.js'
import { PromptKeys } from './prompt-key.js'

const prompt = (params: unknown) => ({
  jsonrpc: '2.0' as const,
  id: 7,
  method: 'session/prompt',
  params,
})

function keyed(
  keys: PromptKeys,
  params: unknown,
  text?: string,
): { params: { _meta: Record<string, unknown> } } {
  const message = prompt(params)
  return JSON.parse(keys.textOf(message, text ?? JSON.stringify(message)))
}

test('each prompt gets a name of its own, and stays otherwise as it was', () => {
  const keys = new PromptKeys()
  const params = { sessionId: 'one', prompt: [{ type: 'text', text: '"_meta":{}}}' }] }
  const [first, second] = [keyed(keys, params), keyed(keys, params)]
  expect(first).toEqual({
    ...prompt(params),
    params: { ...params, _meta: { [KEY_META]: expect.any(String) } },
  })
  expect(first.params._meta[KEY_META]).not.toBe(second.params._meta[KEY_META])
  expect(keyed(new PromptKeys(), params).params._meta).not.toEqual(first.params._meta)
})

test('text that somebody else has written, and params that have a `_meta`, keep all they have', () => {
  const params = { sessionId: 'one', _meta: { other: 1 } }
  expect(keyed(new PromptKeys(), params).params._meta).toEqual({ other: 1, [KEY_META]: expect.any(String) })
  const bare = { sessionId: 'one' }
  const spaced = JSON.stringify({ params: bare, method: 'session/prompt', id: 7, jsonrpc: '2.0' }, null, 1)
  expect(keyed(new PromptKeys(), bare, spaced)).toMatchObject({ id: 7, params: { ...bare, _meta: {} } })
  expect(keyed(new PromptKeys(), {})).toMatchObject({ params: { _meta: { [KEY_META]: expect.any(String) } } })
})

test('what has a name keeps it, and what is no prompt gets none', () => {
  const named = JSON.stringify(prompt({ _meta: { [KEY_META]: 'mine' } }))
  expect(new PromptKeys().textOf(prompt({ _meta: { [KEY_META]: 'mine' } }), named)).toBe(named)
  const list = { jsonrpc: '2.0' as const, id: 1, method: 'session/list' }
  expect(new PromptKeys().textOf(list, '{"x"}')).toBe('{"x"}')
})
