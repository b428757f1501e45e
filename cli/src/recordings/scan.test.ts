import type { Entry, Header } from '@parley/acp/inspect'
import { expect, test } from 'vitest'
import { findLeaks } from './scan.js'

const TOKEN = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'
const header: Header = { recording: 1, startedAt: 0, by: 'test', carrier: 'stdio', redaction: 'secrets' }
const chunk = (text: string): object => ({
  ...{ jsonrpc: '2.0', method: 'session/update' },
  params: {
    sessionId: 's',
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
  },
})
const message = (message: unknown): Entry => ({ at: 0, to: 'client', message, bytes: 9 })
const leaksIn = (...entries: readonly Entry[]): readonly string[] =>
  findLeaks({ header, entries, flaws: [] }, [])

test('a secret with a colour or a gap that nobody sees inside is found', () => {
  const [one, other] = [TOKEN.slice(0, 15), TOKEN.slice(15)]
  expect(leaksIn(message(chunk(`${one}\x1b[0m${other}`)))).toContain('entry 0')
  expect(leaksIn(message(chunk(`${one}\u200b${other}`)))).toContain('entry 0')
  expect(leaksIn(message(chunk('\x1b[31m\x1b[KDB_PASSWORD\x1b[m\x1b[K=hunter2secretQ')))).toContain('entry 0')
  expect(leaksIn(message(chunk('\x1b[31mred\x1b[0m and harmless')))).toEqual([])
})

test('halves of a secret are found, in batches too', () => {
  const halves = [chunk(TOKEN.slice(0, 15)), chunk(TOKEN.slice(15))]
  expect(leaksIn(...halves.map(message))).toEqual(['pieces of s agent_message_chunk'])
  expect(leaksIn(...halves.map(half => message([half])))).toEqual(['pieces of s agent_message_chunk'])
})
