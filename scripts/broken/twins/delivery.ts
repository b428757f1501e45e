/** What would be lost, told twice or told too soon between an agent and clients elsewhere: one fault each. */
import type { Twin } from '../twin.js'

type Edit = readonly [file: string, find: string, replace: string]

const HTTP = ['over HTTP/1.1', 'over HTTP/2']
const SOCKET = ['over WebSocket']
const ALL = [...HTTP, ...SOCKET]

const NUMBERED = 'every message of a session has a number, one after the other'
const RESUMED = 'who says what it has heard last is told the rest, once'
const UNBROKEN = 'no update is lost and none is told twice, however often the network breaks'
const REPLACED = 'a token that is replaced ends what it has open at once'

/** A fault that shows at a whole gateway, on each of these carriers. */
const seen = (
  fault: string,
  [file, find, replace]: Edit,
  { title, over }: { title: string; over: readonly string[] },
): Twin => ({
  ...{ fault: `delivery, ${fault}`, file, find, replace, over },
  test: ['gateway/hostile/connections.test.ts', title],
})

const NUMBERS: readonly Twin[] = [
  seen(
    'events have no ids',
    ['transport/http-server/event-outlet.ts', "id === undefined ? 'data: '", "id !== '' ? 'data: '"],
    { title: NUMBERED, over: HTTP },
  ),
  seen(
    'messages on a socket have no numbers',
    [
      'transport/websocket/socket-outlet.ts',
      'this.#isNumbered && id !== undefined',
      "this.#isNumbered && id === ''",
    ],
    { title: NUMBERED, over: SOCKET },
  ),
  seen('numbers do not count', ['gateway/hub/telling.ts', 'number: logged.seq', 'number: 2 * logged.seq'], {
    title: NUMBERED,
    over: ALL,
  }),
  seen(
    'Last-Event-ID is not heard',
    [
      'transport/http-server/listening.ts',
      "exchange.header('last-event-id') || undefined",
      "exchange.header('last-event-id') && '0'",
    ],
    { title: RESUMED, over: HTTP },
  ),
  seen(
    'positions on a socket are not heard',
    [
      'transport/websocket/resumption.ts',
      'connectionId, positions: fromList(positions) }',
      'connectionId, positions: fromList([]) }',
    ],
    { title: RESUMED, over: SOCKET },
  ),
  seen('who comes back misses one', ['gateway/hub/viewer.ts', 'moveTo(place)', 'moveTo(place + 1)'], {
    title: RESUMED,
    over: ALL,
  }),
  seen(
    'who comes back hears one twice',
    ['gateway/hub/viewer.ts', 'moveTo(place)', 'moveTo(Math.max(0, place - 1))'],
    { title: UNBROKEN, over: ALL },
  ),
  seen(
    'a token that was replaced keeps what it has open',
    ['gateway/guard/token-book.ts', '      end.abort()\n', ''],
    { title: REPLACED, over: ALL },
  ),
  seen(
    'a socket whose token was replaced is not told why it is closed',
    [
      'transport/websocket/web-socket-port.ts',
      "this.end(closeCodes.limit, 'revoked')",
      "this.end(closeCodes.limit, 'over')",
    ],
    { title: REPLACED, over: SOCKET },
  ),
]

/** A fault in the hub of a gateway. */
const hub = (fault: string, [file, find, replace]: Edit, test: Twin['test']): Twin => ({
  ...{ fault: `delivery, ${fault}`, file: `gateway/${file}`, find, replace },
  test: [`gateway/${test[0]}`, test[1]],
})

const HUB: readonly Twin[] = [
  hub(
    'what happened is told before it lasts',
    [
      'hub/session-log.ts',
      'if (batch === undefined && promise === undefined) return this.#advance(seq)',
      'if (seq > 0) return this.#advance(seq)',
    ],
    ['hub/durability.test.ts', 'nothing is told before it lasts'],
  ),
  hub(
    'the agent hears a prompt before it lasts',
    ['hub/turns.ts', '      await log.kept(log.last)\n', ''],
    ['hub/durability.test.ts', 'nothing is told before it lasts'],
  ),
  hub(
    'what memory holds is told although it does not last',
    ['hub/session-log.ts', 'this.#durable - first + 1', 'this.#last - first + 1'],
    ['hub/session-log.test.ts', 'the mark of what lasts moves over nothing that does not'],
  ),
  hub(
    'a gap is passed over in silence',
    [
      'seat/attendance.ts',
      "  viewer.tell('reset', () => notify({ method: RESET_METHOD, params }))\n",
      '  void [viewer, params, notify, RESET_METHOD]\n',
    ],
    ['hub/conduct.test.ts', 'an event of another telling, or of none, is answered by a reset'],
  ),
  hub(
    'a question can be answered twice',
    ['hub/questions.ts', '    this.#open.delete(seq)\n', ''],
    ['hub/conduct.test.ts', 'a permission is answered once, and all others are told'],
  ),
  hub(
    'who comes later is not asked',
    [
      'hub/render.ts',
      'const open = reader.questionAt(seq)',
      'const open = seq > reader.replayUntil ? reader.questionAt(seq) : undefined',
    ],
    ['hub/conduct.test.ts', 'a question is told again to whoever comes while it is open'],
  ),
  hub(
    'who may only look answers',
    ['seat/caller.ts', "canAnswer: scopes.has('permission.answer')", 'canAnswer: true'],
    ['seat/seat.test.ts', 'who may only look changes nothing and answers nothing'],
  ),
  hub(
    'a prompt under the same key is carried out twice',
    ['hub/turns.ts', '    if (known !== undefined) return this.#again(known, asked)\n', ''],
    ['hub/conduct.test.ts', 'a prompt with the same key is carried out once'],
  ),
  hub(
    'keys are forgotten with the process',
    [
      'hub/past.ts',
      "if (event.type === 'prompt') this.#addPrompt(seq, event.key, event.by)",
      "if (event.type === 'prompt') this.#addPrompt(seq, undefined, event.by)",
    ],
    ['hub/conduct.test.ts', 'a prompt with the same key is carried out once'],
  ),
]

const TRANSPORTS: readonly Twin[] = [
  {
    fault: 'delivery, the first answer on a connection is lost with its stream',
    file: 'gateway/seat/own-stream.ts',
    find: 'Math.min(this.#cursor, 1)',
    replace: 'this.#cursor',
    test: ['gateway/seat/own-stream.test.ts', 'who has had nothing but the answer to its opening'],
  },
  {
    fault: 'delivery, a post under the same key is taken twice',
    file: 'transport/http-server/posting.ts',
    find: 'key !== undefined && connection.hasHad(key)',
    replace: 'key !== undefined && connection.hasHad(key) === undefined',
    test: ['node/http-server/delivery.test.ts', 'a post that is sent again under the same key is taken once'],
  },
  {
    fault: 'delivery, a connection outlasts the leave of its caller',
    file: 'transport/http-server/connection.ts',
    find: 'onRevoked(revoked, () => this.drop())',
    replace: '() => {}',
    test: ['node/http-server/guests.test.ts', 'whoever is no longer welcome loses its streams'],
  },
  {
    fault: 'delivery, a socket outlasts the leave of its caller',
    file: 'transport/websocket/web-socket-port.ts',
    find: 'onRevoked(revoked, leave)',
    replace: '() => {}',
    test: ['node/websocket/hostile.test.ts', 'and no longer may is closed with 1008'],
  },
]

export const DELIVERY: readonly Twin[] = [...NUMBERS, ...HUB, ...TRANSPORTS]
