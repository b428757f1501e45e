/** Twins of what some could do to others of a gateway, or to what it writes down, by being wrong, slow or malformed. */

import type { Twin } from '../twin.js'

type Edit = readonly [file: string, find: string, replace: string]

const sound = (fault: string, [file, find, replace]: Edit, [test, title]: Twin['test']): Twin => ({
  ...{ fault: `gateway, ${fault}`, file: `gateway/${file}`, find, replace },
  test: [`gateway/${test}`, title],
})

export const HARM: readonly Twin[] = [
  sound(
    'who shows a good token waits for the wrong ones of a neighbour',
    [
      'guard/guard.ts',
      '    const found = this.#look(asking, visitor)\n',
      "    if (this.mustWait(visitor)) return this.turnAway(asking, 'unauthorized', visitor)\n    const found = this.#look(asking, visitor)\n",
    ],
    ['guard/guard.test.ts', 'nobody who shows a good token waits for the wrong ones of a neighbour'],
  ),
  sound(
    'who must wait is told what was wrong',
    [
      'guard/guard.ts',
      "    if (wait > 0) return this.refuse(asking, 'too_many_failures', { visitor, wait })\n",
      '',
    ],
    ['guard/guard.test.ts', 'five wrong tokens, and for a minute whoever shows no good one'],
  ),
  sound(
    'who shows a good ticket waits for wrong ones',
    ['guard/exchange.ts', ' || this.isExpecting || ', ' || '],
    ['guard/exchange.test.ts', 'that is good does not wait for wrong ones'],
  ),
  sound(
    'who must wait is read although no ticket waits',
    ['guard/exchange.ts', ' || this.isExpecting || !guard.mustWait(visitor)', ' || guard !== undefined'],
    ['guard/exchange.test.ts', 'where none waits nothing is read of whoever must wait themselves'],
  ),
  sound(
    'a program of this machine comes as sixteen million',
    ['config/address.ts', "bytes[0] === 127 ? '127.0.0.0/8' : spell(bytes)", 'spell(bytes)'],
    ['config/address.test.ts', 'whoever comes from this machine by version 4 is one'],
  ),
  sound(
    'an answer whose words are no text ends the reading of its client',
    ['seat/message-parts.ts', "typeof message === 'string' ? message : ''", 'String(message)'],
    ['seat/seat.test.ts', 'an answer whose words are no text is an answer without words'],
  ),
  sound(
    'a connection that cannot be read lives on',
    ['seat/seat.ts', "      void this.#port.close('internal_error')\n", ''],
    ['seat/seat.test.ts', 'a connection that cannot be read is closed at once'],
  ),
  sound(
    'a connection that nobody reads any more has no place',
    ['serving/metered-port.ts', 'if (this.isClosed !== false) this.#end()', 'this.#end()'],
    ['serving/limits.test.ts', 'a connection that nobody reads any more has its place'],
  ),
  sound(
    'a body over HTTP/2 may take for ever',
    ['guard/node-front.ts', 'SLOWEST_MILLISECONDS = 60_000', 'SLOWEST_MILLISECONDS = 60_000_000'],
    ['guard/node-front.test.ts', 'over HTTP/2 a body has a minute to come'],
  ),
  sound(
    'a stream lives on whose body never came',
    ['guard/node-front.ts', "  if (!request.complete && 'stream' in request) endSoon(request)\n", ''],
    ['guard/node-front.test.ts', 'over HTTP/2 a body has a minute to come'],
  ),
  {
    fault: 'serve, what goes wrong again and again fills what is said',
    file: 'cli/serve/rarely.ts',
    find: 'times > MOST_ALIKE || ',
    replace: '',
    test: ['cli/serve/rarely.test.ts', 'what goes wrong again and again is told a few times a minute'],
  },
  {
    ...sound(
      'a line that a full disk tore swallows the next',
      ['guard/rotated-file.ts', '      this.close()\n      throw error', '      throw error'],
      ['guard/rotated-file.test.ts', 'a full disk tears one line, swallows no other'],
    ),
    build: true,
  },
]
