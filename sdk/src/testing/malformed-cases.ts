/** What a carrier of bytes owes when the bytes are no message: it says so once, and goes on. */

import { Malformed } from '../jsonrpc/index.js'
import type { BytePair } from './channel-contract.js'
import { demand, Listener, say } from './channel-probe.js'

const encoder = new TextEncoder()

/** Each injects one bad message between two good ones. */
export const malformedCases: readonly (readonly [title: string, check: (pair: BytePair) => Promise<void>])[] =
  [
    [
      'text that is not JSON is told as parse_error, and the channel goes on',
      pair => survives(pair, 'parse_error', encoder.encode('{"method":')),
    ],
    [
      'bytes that are not UTF-8 are told as not_utf8, and the channel goes on',
      pair => survives(pair, 'not_utf8', Uint8Array.of(0x22, 0xc3, 0x28, 0x22)),
    ],
    [
      'nesting beyond the limit is told as too_deep, and the channel goes on',
      pair => survives(pair, 'too_deep', encoder.encode('['.repeat(5_000) + ']'.repeat(5_000))),
    ],
    [
      'a message beyond the limit is told as too_large, and the channel goes on',
      pair => survives(pair, 'too_large', oversized(pair)),
    ],
  ]

async function survives(pair: BytePair, reason: Malformed['reason'], bytes: Uint8Array): Promise<void> {
  const { a, b } = pair
  const heard = new Listener(b)
  void say(a, 'before')
  await heard.until(1)
  pair.inject(bytes)
  await heard.until(2)
  void say(a, 'after')
  await heard.until(3)
  const [before, bad, after] = heard.heard
  demand(!(before instanceof Malformed) && !(after instanceof Malformed), 'good messages stay good')
  demand(bad instanceof Malformed, 'bad input becomes Malformed')
  demand(bad.reason === reason, `the reason is ${reason}, not ${bad.reason}`)
}

function oversized({ messageBytes }: BytePair): Uint8Array {
  return encoder.encode(JSON.stringify('x'.repeat(messageBytes)))
}
