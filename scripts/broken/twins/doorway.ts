/** Faults of who comes in, who waits, who is refused and who must leave. */
import type { Twin } from '../twin.js'

export const DOORWAY: readonly Twin[] = [
  {
    fault: 'doorway, all come in at once',
    file: 'node/http-server/doorway.ts',
    find: 'if (this.#credit >= 1)',
    replace: 'if (this.#credit >= -1e9)',
    test: ['node/http-server/doorway.test.ts', 'come in at once, and those behind them at a pace'],
  },
  {
    fault: 'doorway, places wait behind each other',
    file: 'node/http-server/waiting-room.ts',
    find: 'this.#places.delete(place)\n      this.#places.set(place, rest)',
    replace: '',
    test: ['node/http-server/waiting-room.test.ts', 'of few the first of each place goes first'],
  },
  {
    fault: 'doorway, whoever comes late waits behind a crowd',
    file: 'node/http-server/waiting-room.ts',
    find: 'const isLong = this.#size > FEW',
    replace: 'const isLong = this.#size < 0',
    test: ['node/http-server/waiting-room.test.ts', 'of many the last one goes first'],
  },
  {
    fault: 'doorway, two places keep everybody out',
    file: 'node/http-server/waiting-room.ts',
    find: 'isFull ? this.#crowds.largest : undefined',
    replace: 'isFull ? [...this.#places.keys()][0] : undefined',
    test: [
      'node/http-server/waiting-room.test.ts',
      'where all are full the oldest of the largest crowd gives way',
    ],
  },
  {
    fault: 'doorway, any number of one place waits',
    file: 'node/http-server/waiting-room.ts',
    find: 'this.#isFullOf(place) ? place',
    replace: 'place === undefined ? place',
    test: ['node/http-server/waiting-room.test.ts', 'where a place is full its oldest gives way'],
  },
  {
    fault: 'doorway, a proxy waits too',
    file: 'node/http-server/doorway.ts',
    find: 'if (place === undefined) return this.#admit(socket)',
    replace: "if (place === 'x') return this.#admit(socket)",
    test: ['node/http-server/doorway.test.ts', 'those who need not wait come in at once'],
  },
  {
    fault: 'doorway, who leaves makes no room',
    file: 'node/http-server/doorway.ts',
    find: '      this.#inside--\n',
    replace: '',
    test: ['node/http-server/doorway.test.ts', 'no more are inside than may be'],
  },
  {
    fault: 'doorway, who waits when it closes keeps it open',
    file: 'node/http-server/doorway.ts',
    find: '    this.#waiting.clear()\n',
    replace: '',
    test: ['node/http-server/doorway.test.ts', 'a door that closes hangs up on those who wait'],
  },
  {
    fault: 'doorway, the dead are let in',
    file: 'node/http-server/doorway.ts',
    find: '    if (socket.remoteAddress === undefined) return void socket.destroy()\n',
    replace: '',
    test: ['node/http-server/doorway.test.ts', 'whoever has left before it was met is not let in'],
  },
  {
    fault: 'doorway, sockets take all files that may be open',
    file: 'node/http-server/doorway.ts',
    find: 'const share = Math.min(1, ',
    replace: 'const share = Math.max(1, ',
    test: ['node/http-server/doorway.test.ts', 'where few files may be open fewer may come'],
  },
  {
    fault: 'revoked, one that cannot leave keeps the others',
    file: 'transport/remote/revocation.ts',
    find: 'queueMicrotask(() => {\n          throw error\n        })',
    replace: 'throw error',
    test: ['transport/remote/revocation.test.ts', 'nobody stays because another one cannot leave'],
  },
  {
    fault: 'refused, who has left keeps others waiting',
    file: 'transport/remote/refusal-line.ts',
    find: 'return () => void this.#line.delete(waiting)',
    replace: 'return () => {}',
    test: ['transport/remote/refusal-line.test.ts', 'whoever has left keeps nobody waiting'],
  },
]
