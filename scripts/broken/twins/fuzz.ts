/** What only the fuzz run is there to notice: one fault each in the library, compiled, and the short form of the run. */
import type { Row } from '../row.js'

const TITLE = 'a short fuzz run finds nothing, and looks at everything'

const row = (fault: string, says: string, change: Row['change'][number]): Row => ({
  name: `twin: fuzz, ${fault}`,
  change: [change],
  run: { file: 'scripts/fuzz/fuzz.test.ts', title: TITLE },
  says,
  build: true,
})

export const FUZZ: readonly Row[] = [
  row('depth has no limit', 'FAIL every request is answered exactly once', {
    file: 'sdk/src/jsonrpc/decode.ts',
    find: 'if (++depth > limits.depth)',
    replace: 'if (++depth > Number.POSITIVE_INFINITY)',
  }),
  row('an error repeats what was sent', 'FAIL no error and no log entry holds what was sent', {
    file: 'sdk/src/schema/trail.ts',
    find: "'a string not listed' : 'string'",
    replace: "'a string not listed' : value",
  }),
  row('notifications are answered', 'FAIL every request is answered exactly once', {
    file: 'sdk/src/jsonrpc/router.ts',
    find: 'this.#routeNotification(method, params ?? undefined, size)\n      return undefined',
    replace:
      "this.#routeNotification(method, params ?? undefined, size)\n      return this.#reception.invalid(null, 'x')",
  }),
  row('requests in work have no limit', 'FAIL every request is answered exactly once', {
    file: 'sdk/src/jsonrpc/router.ts',
    find: 'inbound.size >= limits.pendingRequests',
    replace: 'inbound.size >= Number.POSITIVE_INFINITY',
  }),
  row('a handler that fails crashes the process', 'FAIL no rejection or exception goes unhandled', {
    file: 'sdk/src/jsonrpc/inbound.ts',
    find: 'error => this.#reject(call, error),',
    replace: 'undefined,',
  }),
]
