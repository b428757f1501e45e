/** What would be taken over HTTP and must not be: one fault each in the transport, and who must see it on a gateway. */
import type { Twin } from '../twin.js'

type Edit = readonly [file: string, find: string, replace: string]

const HTTP = ['over HTTP/1.1', 'over HTTP/2']
const BYTEWISE = ['a request', 'a handshake'].map(what => `in bytes of its own, ${what}`)
const REQUESTS = 'gateway/hostile/requests.test.ts'
const CONNECTIONS = 'gateway/hostile/connections.test.ts'
const GATHERING = 'node/http-server/gathering.test.ts'

const fault = (name: string, [file, find, replace]: Edit): Omit<Twin, 'test'> => ({
  ...{ fault: `remote, ${name}`, file, find, replace },
})

/** A request that is taken and must not be. */
const taken = (what: string, [file, find, replace]: Edit, answer: string): Twin => ({
  ...fault(`a request is taken ${what}`, [`transport/http-server/${file}`, find, replace]),
  test: [REQUESTS, `a request ${what} is answered ${answer}`],
  over: HTTP,
})

const EVERYBODYS = [
  'connections.ts',
  'if (connection?.principal === principal) return connection',
  'if (connection) return connection',
] as const

const REQUESTED: readonly Twin[] = [
  taken("of a stream of somebody else's connection", EVERYBODYS, '404 connection_unknown'),
  taken("that says something on somebody else's connection", EVERYBODYS, '404 connection_unknown'),
  taken("that deletes somebody else's connection", EVERYBODYS, '404 connection_unknown'),
  taken(
    'that deletes a connection without a token',
    [
      'endpoint.ts',
      'return serving.authorize === undefined ?',
      "return serving.authorize === undefined || exchange.method === 'DELETE' ?",
    ],
    '401 unauthorized',
  ),
  taken(
    'of the stream of a session that never was',
    [
      'listening.ts',
      "if (refused !== 'unknown') return refused",
      "if (refused !== 'taken') return undefined",
    ],
    '404 session_unknown',
  ),
  taken(
    'of plain text',
    ['posting.ts', "  if (!isJson(exchange.header('content-type'))) return refusal(415, 'not_json')\n", ''],
    '415 not_json',
  ),
  taken(
    'in gzip',
    ['posting.ts', "encoding !== undefined && encoding !== 'identity'", "encoding === 'br'"],
    '415 encoded',
  ),
  taken('of 17 MB', ['options.ts', 'bodyBytes: 16 *', 'bodyBytes: 64 *'], '413 too_large'),
  taken(
    'that is no JSON',
    ['posting.ts', '  if (value instanceof Malformed) return refusal(400, value.reason)\n', ''],
    '400 parse_error',
  ),
  taken(
    'that is an array',
    ['posting.ts', "  if (settings.batch === 'reject') return refusal(501, 'batch')\n", ''],
    '501 batch',
  ),
  taken(
    'that opens a connection once more',
    ['posting.ts', "    if (connection !== undefined) return refusal(400, 'already_open')\n", ''],
    '400 already_open',
  ),
  taken(
    'that opens nothing and names no connection',
    ['posting.ts', 'if (isOpeningCall(value)) {', 'if (isOpeningCall(value) || connection === undefined) {'],
    '400 connection_id_missing',
  ),
  taken(
    'for another session than its header names',
    ['posting.ts', "header === session ? undefined : refusal(400, 'session_id_mismatch')", 'undefined'],
    '400 session_id_mismatch',
  ),
  taken(
    'for a session that its header does not name',
    ['posting.ts', "return refusal(400, 'session_id_missing')", 'return undefined'],
    '400 session_id_missing',
  ),
  taken(
    'before a page that shows no origin may come',
    [
      'endpoint.ts',
      'return serving.authorize === undefined ?',
      "return serving.authorize === undefined || exchange.method === 'OPTIONS' ?",
    ],
    '401 unauthorized',
  ),
]

const BYTES: readonly Twin[] = [
  {
    ...fault('a page of any site may read the answers', [
      'node/http-server/node-exchange.ts',
      "{ ...headers, 'content-length': bytes }",
      "{ ...headers, 'access-control-allow-origin': '*', 'content-length': bytes }",
    ]),
    test: [REQUESTS, 'a request before a page of evil.com may come is answered 403 bad_origin'],
    over: HTTP,
  },
  {
    ...fault('a body that does not say how long it is has no limit', [
      'node/http-server/node-body.ts',
      'if (this.#gathering.size > this.#most)',
      'if (this.#gathering.size > 1e9)',
    ]),
    test: [REQUESTS, 'a request of 17 MB that does not say so is answered 413 too_large'],
    over: HTTP,
  },
  {
    ...fault('two bytes of a body take the room of a large one', [
      'node/http-server/gathering.ts',
      'this.#size > SLAB_BYTES && this.#size > piece.length',
      'this.#size > piece.length',
    ]),
    test: [GATHERING, 'whoever sends a byte at a time does not get room for a large body'],
  },
  {
    ...fault('room for large bodies is never given back', [
      'node/http-server/gathering.ts',
      '      this.#free.length -= this.#fewest\n',
      '',
    ]),
    test: [GATHERING, 'room that nobody needs is given back, also while somebody needs some of it'],
  },
  {
    ...fault('the last piece of a large body is not in it', [
      'node/http-server/gathering.ts',
      'while (copied < piece.length)',
      'while (copied < piece.length - SLAB_BYTES)',
    ]),
    test: [GATHERING, 'whatever the pieces are, all of them come out in order'],
  },
  {
    ...fault('a body that says how long it is is read first', [
      'node/http-server/node-exchange.ts',
      "    if (Number(this.header('content-length')) > most) return Promise.resolve('too_large')\n",
      '',
    ]),
    test: [
      'node/http-server/status.test.ts',
      'a body that is announced as too long is refused before it is sent',
    ],
    over: [...HTTP, 'over HTTP/1.1 with TLS'],
  },
  {
    ...fault('a body that is no UTF-8 is taken', ['transport/framing.ts', 'fatal: true', 'fatal: false']),
    test: [REQUESTS, 'a request that is no UTF-8 is answered 400 not_utf8'],
    over: HTTP,
  },
  {
    ...fault('a body is as deep as it likes', [
      'jsonrpc/decode.ts',
      '++depth > limits.depth',
      '++depth > 1e9',
    ]),
    test: [REQUESTS, 'a request that is nested 100,000 deep is answered 400 too_deep'],
    over: HTTP,
  },
  {
    ...fault('a line break in a header begins another header', [
      'node/http-server/listener.ts',
      'maxHeaderSize: HEADER_BYTES',
      'insecureHTTPParser: true, maxHeaderSize: HEADER_BYTES',
    ]),
    test: [REQUESTS, 'with a line break in a header is answered 400, and nothing of it is taken'],
    over: BYTEWISE,
  },
  {
    ...fault('headers are as long as they like', [
      'node/http-server/listener.ts',
      'maxHeaderSize: HEADER_BYTES',
      'maxHeaderSize: 1 << 20',
    ]),
    test: [REQUESTS, 'with headers of more than 16 KiB is answered 431'],
    over: BYTEWISE,
  },
]

const SLOW = [
  'node/http-server/listener.test.ts',
  'who sends its headers byte by byte is answered 408 when its time is over',
] as const

const TIMES: readonly Twin[] = [
  {
    ...fault('headers may take as long as they like', [
      'node/http-server/listener.ts',
      'headersTimeout: HEADERS_MILLISECONDS',
      'headersTimeout: 0',
    ]),
    test: SLOW,
  },
  {
    ...fault('with TLS nobody looks how long headers take', [
      'node/http-server/listener.ts',
      '  Object.assign(server, TIMES)\n',
      '',
    ]),
    test: SLOW,
  },
  {
    ...fault('a connection that nobody uses is kept', [
      'transport/http-server/options.ts',
      'idleMilliseconds: 30 *',
      'idleMilliseconds: 60 *',
    ]),
    test: [CONNECTIONS, 'a connection without a stream is forgotten after 30 minutes'],
    over: HTTP,
  },
  {
    ...fault('a connection that somebody uses is forgotten', [
      'transport/http-server/options.ts',
      'idleMilliseconds: 30 *',
      'idleMilliseconds: 20 *',
    ]),
    test: [CONNECTIONS, 'a connection without a stream is forgotten after 30 minutes'],
    over: HTTP,
  },
]

export const REMOTE: readonly Twin[] = [...REQUESTED, ...BYTES, ...TIMES]
