/** A whole channel in another spelling, with our own agent and client at its ends. */

import { expect, onTestFinished, test } from 'vitest'
import type { Outgoing } from '../jsonrpc/index.js'
import { Listener } from '../testing/channel-probe.js'
import { memoryPair } from '../transport/index.js'
import { dialect } from './dialect.js'

const wrote = (message: object) => [message as Outgoing, JSON.stringify(message)] as const
const call = (id: number, method: string, params: object) => wrote({ jsonrpc: '2.0', id, method, params })

function joined(options: Parameters<typeof dialect>[2] = {}) {
  const [theirs, wire] = memoryPair()
  const ours = dialect(wire, '003', options)
  onTestFinished(async () => {
    await ours.close()
    await theirs.close()
  })
  return { theirs, ours, atTheirs: new Listener(theirs), atOurs: new Listener(ours) }
}

test('what is sent along to sign in is handed to whoever asked for it, and to nobody else', async () => {
  const taken: unknown[] = []
  const { theirs, atOurs } = joined({ onCredentials: (...given) => taken.push(given) })
  theirs.send(...call(1, 'authenticate', { methodId: 'api_key', credentials: { apiKey: 'secret' } }))
  await atOurs.until(1)
  expect(taken).toEqual([['api_key', { apiKey: 'secret' }]])
  expect(JSON.stringify(atOurs.heard)).not.toContain('secret')
})

test('who fails to sign in hears so, and then the connection is over on both sides', async () => {
  const { theirs, ours, atTheirs, atOurs } = joined()
  theirs.send(...call(1, 'authenticate', { methodId: 'api_key', credentials: {} }))
  await atOurs.until(1)
  const [asked] = atOurs.heard as { id: number }[]
  const error = { code: -32001, message: 'Authentication failed', data: { reason: 'auth_failed' } }
  ours.send(...wrote({ jsonrpc: '2.0', id: asked?.id, error }))
  await atTheirs.ended
  await atOurs.ended
  expect(atTheirs.heard).toEqual([{ jsonrpc: '2.0', id: 1, error }])
})
