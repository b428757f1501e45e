/** What would be taken on a socket and must not be: one fault each in the transport, and who must see it on a gateway. */
import type { Twin } from '../twin.js'

type Edit = readonly [file: string, find: string, replace: string]

const socket = (name: string, [file, find, replace]: Edit, title: string): Twin => ({
  ...{ fault: `remote, on a socket, ${name}`, file, find, replace },
  test: ['gateway/hostile/connections.test.ts', title],
  over: ['on a socket'],
})

export const SOCKETS: readonly Twin[] = [
  socket(
    'a message is as deep as it likes',
    ['jsonrpc/decode.ts', '++depth > limits.depth', '++depth > 1e9'],
    'a message that is nested 100,000 deep in its params is answered',
  ),
  socket(
    'binary frames are heard',
    [
      'transport/websocket/text-socket.ts',
      "if (typeof data === 'string' && this.#closing === undefined) this.#receive(data)",
      "if (this.#closing === undefined) this.#receive(typeof data === 'string' ? data : new TextDecoder().decode(data))",
    ],
    'a binary frame is ignored',
  ),
  socket(
    'text is taken that is no UTF-8',
    [
      'node/websocket/web-socket-door.ts',
      'maxPayload: mostBytes,',
      'maxPayload: mostBytes,\n    skipUTF8Validation: true,',
    ],
    'text that is no UTF-8 ends the socket with 1007',
  ),
  socket(
    'anything may be said first',
    [
      'transport/websocket/web-socket-ports.ts',
      'if (!isOpening(message)) return void',
      'if (!message) return void',
    ],
    'a first message that is something else ends the socket with 1002',
  ),
  socket(
    'who says nothing stays',
    [
      'transport/websocket/web-socket-ports.ts',
      'OPENING_MILLISECONDS = 10_000',
      'OPENING_MILLISECONDS = 60_000',
    ],
    '200 sockets that say nothing are all closed after 10 seconds',
  ),
  socket(
    'who says nothing is hardly waited for',
    [
      'transport/websocket/web-socket-ports.ts',
      'OPENING_MILLISECONDS = 10_000',
      'OPENING_MILLISECONDS = 9_000',
    ],
    '200 sockets that say nothing are all closed after 10 seconds',
  ),
  socket(
    'what comes may be compressed',
    ['node/websocket/web-socket-door.ts', 'perMessageDeflate: false', 'perMessageDeflate: true'],
    'nothing is compressed, whatever the client offers',
  ),
  socket(
    'a frame has no limit',
    ['node/websocket/web-socket-door.ts', 'maxPayload: mostBytes,', 'maxPayload: 0,'],
    'a frame of 150 MB is refused before it is sent',
  ),
  socket(
    'a message in pieces has no limit',
    ['node/websocket/web-socket-door.ts', 'maxPayload: mostBytes,', 'maxPayload: 0,'],
    'a message of 90 MB in pieces is refused long before its end',
  ),
  socket(
    'who sends too much is not told why',
    [
      'node/websocket/gathering-socket.ts',
      'code === closeCodes.tooLarge && reason === undefined',
      'code === closeCodes.normal && reason === undefined',
    ],
    'a frame of 150 MB is refused before it is sent',
  ),
  socket(
    "somebody else's connection is gone on with",
    [
      'transport/websocket/web-socket-ports.ts',
      'port === undefined || port.principal !== accepted.caller.principal',
      'port === undefined',
    ],
    "somebody else's connection cannot be gone on with",
  ),
  {
    fault: 'remote, on a socket, a peer that does not answer stays',
    file: 'node/websocket/liveness.ts',
    find: 'if (misses >= MOST_MISSES) socket.terminate()\n      else if',
    replace: 'if',
    test: ['node/websocket/hostile.test.ts', 'a peer that does not answer is given up after two questions'],
  },
  {
    fault: 'remote, of a connection all requests are taken that it sends',
    file: 'node/http-server/request-line.ts',
    find: 'const FEW_UNANSWERED = 8',
    replace: 'const FEW_UNANSWERED = 8e9',
    test: [
      'node/http-server/head-slices.test.ts',
      'of a connection whose requests are not answered only some are taken',
    ],
  },
  {
    fault: 'remote, whoever does not take its answers is read',
    file: 'node/http-server/head-slices.ts',
    find: "return Reflect.get(socket, '_paused') === true",
    replace: 'return socket.destroyed',
    test: ['node/http-server/head-slices.test.ts', 'whoever reads no answers is not read'],
  },
  {
    fault: 'remote, a body that nobody reads is taken whole',
    file: 'node/http-server/request-line.ts',
    find: 'return request?.complete === false &&',
    replace: 'return request === undefined &&',
    test: ['node/http-server/head-slices.test.ts', 'of a body in chunks that nobody reads no more is taken'],
  },
]
