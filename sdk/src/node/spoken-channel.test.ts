/** A channel whose translator is still being loaded when it is first spoken on. */

import { expect, onTestFinished, test } from 'vitest'
import type { Outgoing } from '../jsonrpc/index.js'
import { Listener } from '../testing/channel-probe.js'
import { memoryPair } from '../transport/index.js'
import { spoken } from './spoken-channel.js'

test('what is sent while the translator is loaded is not overtaken by what is sent later', async () => {
  const loading = import('../dialect/index.js')
  const [theirs, wire] = memoryPair()
  const ours = spoken(wire, '003')
  onTestFinished(async () => {
    await ours.close()
    await theirs.close()
  })
  const atTheirs = new Listener(theirs)
  new Listener(ours)
  let count = 0
  const send = () => {
    const message = { jsonrpc: '2.0', method: '_count', params: { count: count++ } } as const
    return ours.send(message as Outgoing, JSON.stringify(message))
  }
  void send()
  void send()
  await loading
  // One in every moment around the one in which the translator is there.
  for (let moment = 0; moment < 200; moment += 1) {
    void send()
    await Promise.resolve()
  }
  await send()
  await atTheirs.until(count)
  const heard = atTheirs.heard as { readonly params: { readonly count: number } }[]
  expect(heard.map(({ params }) => params.count)).toEqual(heard.map((_, index) => index))
})
