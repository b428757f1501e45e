/**
 * `npm run test:browser`: a page in Chromium comes to a gateway with the browser's own WebSocket, speaks the protocol by hand and then
 * through the library on a network that breaks, and a page of another origin is refused. The same page
 * at the gateway's own origin is the control: it is let in, and must be caught in the same run, or it proves nothing.
 */
import { deepStrictEqual } from 'node:assert'
import { findChromium } from './browser/chromium.js'
import { expected, toVerdict } from './browser/expectation.js'
import { visit } from './browser/trial.js'

const PATIENCE_MILLISECONDS = 60_000

const chromium = findChromium()
if (chromium === undefined) {
  console.log('skipped: there is no Chromium here; CHROME names one, or on Debian: apt-get install chromium')
} else {
  const order = { chromium, patienceMilliseconds: PATIENCE_MILLISECONDS }
  const begun = performance.now()
  const verdict = toVerdict(await visit(order))
  deepStrictEqual(verdict, expected)
  console.log(
    'a page by hand: cookie, permission, end of the turn; through the library: three breaks, nothing lost',
  )
  console.log('a page of another origin: nothing opens')
  const twin = toVerdict(await visit({ ...order, letsStrangersIn: true }))
  if (twin.opened.length === 0) throw new Error('a stranger who is let in was not caught')
  console.log(`the same page at home, where it is let in: caught (${twin.opened.join(', ')})`)
  console.log(`all as it should be, in ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
}
