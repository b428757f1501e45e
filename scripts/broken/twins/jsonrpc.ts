/** What would go wrong in the room of calls and answers, one fault each. */
import type { Twin } from '../twin.js'

const ORDER: readonly Twin[] = [
  {
    fault: 'handlers start out of order',
    file: 'jsonrpc/router.ts',
    find: '    inbound.start(new Call(id, method, size), handle, answer)',
    replace: '    queueMicrotask(() => inbound.start(new Call(id, method, size), handle, answer))',
    test: ['jsonrpc/router.test.ts', 'handlers are started in arrival order'],
  },
  {
    fault: 'two handlers of one lane run at once',
    file: 'jsonrpc/router.ts',
    find: 'if (lane !== undefined && lanes.queueBehind(',
    replace: 'if (lane === method && lanes.queueBehind(',
    test: ['jsonrpc/connection.test.ts', 'async handlers of one lane run one after the other'],
  },
  {
    fault: 'the model sees two handlers of one lane at once',
    file: 'jsonrpc/router.ts',
    find: 'if (lane !== undefined && lanes.queueBehind(',
    replace: 'if (lane === method && lanes.queueBehind(',
    test: ['jsonrpc/model.test.ts', 'in memory, every call settles once'],
  },
  {
    fault: 'the model sees an answer that overtakes a notification',
    file: 'jsonrpc/router.ts',
    find: '      this.#routeNotification(method, params ?? undefined, size)',
    replace: '      setTimeout(() => this.#routeNotification(method, params ?? undefined, size))',
    test: ['jsonrpc/model.test.ts', 'on lines cut anywhere, every call settles once'],
  },
  {
    fault: 'the reader waits for handlers',
    file: 'jsonrpc/connection.ts',
    find: '    return this.#mayReadOn()?.then(() => true) ?? true',
    replace: '    return this.#inbound.settled().then(() => true)',
    test: ['jsonrpc/connection.test.ts', 'a handler may call its peer, to any depth'],
  },
  {
    fault: 'answers wait for notification handlers',
    file: 'jsonrpc/connection.ts',
    find: '    return this.#mayReadOn()?.then(() => true) ?? true',
    replace: '    return this.#lanes.settled().then(() => true)',
    test: ['jsonrpc/connection.test.ts', 'a notification handler may wait for an answer of its peer'],
  },
  {
    fault: 'a cancel is lost',
    file: 'jsonrpc/cancellation.ts',
    find: '    this.#controller?.abort()\n',
    replace: '',
    test: ['jsonrpc/router.test.ts', 'a cancel right behind its request reaches it'],
  },
  {
    fault: 'a call that was given up is not called off',
    file: 'jsonrpc/outbound.ts',
    find: '    this.#giveUp(id)\n',
    replace: '',
    test: ['jsonrpc/connection.test.ts', 'an aborted call rejects with the reason of its signal'],
  },
  {
    fault: 'a late answer is taken for a stray one',
    file: 'jsonrpc/outbound.ts',
    find: '    this.#abandoned.add(id)\n',
    replace: '',
    test: ['jsonrpc/router.test.ts', 'a late answer to a call that was given up is dropped'],
  },
  {
    fault: 'two calls share an id',
    file: 'jsonrpc/outbound.ts',
    find: 'return this.#nextId++',
    replace: 'return this.#nextId',
    test: ['jsonrpc/connection.test.ts', 'every call has its own id'],
  },
]

const BOUNDS: readonly Twin[] = [
  {
    fault: 'handlers without number',
    file: 'jsonrpc/router.ts',
    find: 'inbound.size >= limits.pendingRequests',
    replace: 'inbound.size >= limits.items',
    test: ['jsonrpc/sender.test.ts', 'at most 1,024 requests are worked on'],
  },
  {
    fault: 'answers without number',
    file: 'jsonrpc/sender.ts',
    find: 'return this.#unsentAnswers > this.#limits.unsentAnswerBytes ? this.#backlog?.room : undefined',
    replace: 'return undefined',
    test: ['jsonrpc/sender.test.ts', 'reading stops while the peer takes no answers'],
  },
  {
    fault: 'our own notifications stop the reading',
    file: 'jsonrpc/sender.ts',
    find: '    if (!isAnswer) return\n',
    replace: '    if (isAnswer) return\n',
    test: ['jsonrpc/sender.test.ts', 'our own notifications never stop the reading'],
  },
  {
    fault: 'notifications of ours without number',
    file: 'jsonrpc/sender.ts',
    find: 'if (this.#unsent > this.#limits.unsentBytes)',
    replace: 'if (this.#unsent < 0)',
    test: ['jsonrpc/sender.test.ts', 'beyond the limit of unsent bytes a send is refused'],
  },
  {
    fault: 'undelivered notifications do not pause the reading',
    file: 'jsonrpc/lanes.ts',
    find: 'if (this.#bytes <= this.#limits.undeliveredBytes) return undefined',
    replace: 'if (this.#bytes >= 0) return undefined',
    test: ['jsonrpc/sender.test.ts', 'undelivered notifications pause the reading'],
  },
  {
    fault: 'undelivered notifications without number',
    file: 'jsonrpc/lanes.ts',
    find: 'return this.#bytes > this.#limits.undeliveredBytesAtMost',
    replace: 'return this.#bytes < 0',
    test: ['jsonrpc/sender.test.ts', 'notifications far beyond the limit while an answer is awaited'],
  },
  {
    fault: 'a pause that a waiting handler never gets out of',
    file: 'jsonrpc/connection.ts',
    find: 'this.#outbound.needsReading ? undefined : this.#lanes.room',
    replace: 'this.#lanes.room',
    test: ['jsonrpc/sender.test.ts', 'while an answer is awaited reading goes on past the pause'],
  },
  {
    fault: 'nesting without end',
    file: 'jsonrpc/decode.ts',
    find: 'if (++depth > limits.depth)',
    replace: 'if (++depth > limits.items)',
    test: ['jsonrpc/decode.test.ts', 'nesting is allowed up to the limit'],
  },
]

const BAD_VALUES: readonly Twin[] = [
  {
    fault: 'one bad answer breaks the connection',
    file: 'jsonrpc/connection.ts',
    find: "(error.reason === 'unsendable' || error.reason === 'too_large')",
    replace: "error.reason === 'closed'",
    test: ['jsonrpc/router.test.ts', 'a value that a handler cannot send fails that answer alone'],
  },
  {
    fault: 'an id that cannot be answered is taken',
    file: 'jsonrpc/message.ts',
    find: ' && !LONE_SURROGATE.test(value)',
    replace: '',
    test: ['jsonrpc/router.test.ts', 'an id that is not valid Unicode is answered -32600'],
  },
  {
    fault: "a handler's error tells its detail",
    file: 'jsonrpc/error.ts',
    find: "return wireError('internal_error', 'Internal error', {",
    replace: "return wireError('internal_error', String(thrown), {",
    test: ['jsonrpc/error.test.ts', "a handler's bug is told as a number"],
  },
  {
    fault: 'what a peer answered is given on by who did not handle it',
    file: 'jsonrpc/error.ts',
    find: 'thrown.answerTo === undefined',
    replace: 'thrown.answerTo !== undefined',
    test: ['jsonrpc/error.test.ts', 'what a peer answered and nobody handled'],
  },
  {
    fault: 'a parse error echoes the input',
    file: 'jsonrpc/decode.ts',
    find: "'the text is not valid JSON'",
    replace: 'text',
    test: ['jsonrpc/router.test.ts', 'text that is not JSON is answered -32700'],
  },
  {
    fault: 'an empty batch is answered with nothing',
    file: 'jsonrpc/batch.ts',
    find: "if (entries.length === 0) return invalidRequest(null, 'a batch holds at least one message')",
    replace: '',
    test: ['jsonrpc/batch.test.ts', 'S0-12: an empty array'],
  },
  {
    fault: 'a batch of notifications is answered with an empty array',
    file: 'jsonrpc/batch.ts',
    find: 'if (--owed === 0 && answers.length > 0) send(answers)',
    replace: 'if (--owed === 0) send(answers)',
    test: ['jsonrpc/batch.test.ts', 'S0-16, S0-18: an array of notifications'],
  },
  {
    fault: 'an invalid entry of a batch has no answer',
    file: 'jsonrpc/batch.ts',
    find: '    if (refused !== undefined) answers.push(withoutName(refused))\n',
    replace: '',
    test: ['jsonrpc/batch.test.ts', 'S0-19: an invalid entry'],
  },
  {
    fault: 'a refused batch is worked on all the same',
    file: 'jsonrpc/batch.ts',
    find: "if (policy === 'reject') return",
    replace: "if (policy === 'reject' && entries.length === 0) return",
    test: ['jsonrpc/batch.test.ts', 'by default an array is refused whole'],
  },
]

const ENDS: readonly Twin[] = [
  {
    fault: 'answers still being computed are dropped at the end of input',
    file: 'jsonrpc/connection.ts',
    find: '() => this.#limits.graceMilliseconds)',
    replace: '() => 0)',
    test: ['jsonrpc/connection.test.ts', 'the end of input finishes and answers what is in flight'],
  },
  {
    fault: 'what waits is left waiting at the end',
    file: 'jsonrpc/connection.ts',
    find: '    this.#outbound.failAll(closedError(ending))\n',
    replace: '',
    test: ['jsonrpc/connection.test.ts', 'the end of input fails what still waits for an answer'],
  },
  {
    fault: 'a request is left without an answer at the end',
    file: 'jsonrpc/connection.ts',
    find: "    this.#inbound.abandonAll('The connection is closing')\n",
    replace: '',
    test: ['jsonrpc/connection.test.ts', 'close answers -32800 for a handler that will not stop'],
  },
]

const OPTIONS: readonly Twin[] = [
  {
    fault: 'a limit given as undefined is no limit',
    file: 'jsonrpc/limits.ts',
    find: '.filter(([, value]) => value !== undefined)',
    replace: '',
    test: ['jsonrpc/options.test.ts', 'a limit given as undefined'],
  },
  {
    fault: 'an endless deadline ends at once',
    file: 'jsonrpc/pending-call.ts',
    find: ' && deadline <= LONGEST_TIMER',
    replace: '',
    test: ['jsonrpc/options.test.ts', 'a deadline longer than any timer'],
  },
  {
    fault: 'only promises of our own make are awaited',
    file: 'jsonrpc/inbound.ts',
    find: "'then' in value && typeof value.then === 'function'",
    replace: 'value instanceof Promise',
    test: ['jsonrpc/options.test.ts', 'a handler may answer with anything'],
  },
]

export const JSONRPC: readonly Twin[] = [
  ...OPTIONS,
  {
    fault: 'notifications in an array weigh nothing',
    file: 'jsonrpc/reception.ts',
    find: 'const share = size / entries.length',
    replace: 'const share = 0 * size * entries.length',
    test: ['jsonrpc/router.test.ts', 'notifications in an array are held to the same limits'],
  },
  {
    fault: 'requests in work weigh nothing',
    file: 'jsonrpc/router.ts',
    find: 'if (isTooMuch || ',
    replace: 'if (',
    test: ['jsonrpc/router.test.ts', 'requests in work are bounded in bytes too'],
  },
  {
    fault: 'what a handler works on weighs nothing',
    file: 'jsonrpc/lanes.ts',
    find: '    this.#hold(running, size, () => this.#advance(name, lane))\n  }\n\n  /** Resolves',
    replace: '    void running.then(() => this.#advance(name, lane))\n  }\n\n  /** Resolves',
    test: ['jsonrpc/lanes.test.ts', 'what a handler is still working on counts'],
  },
  ...ORDER,
  ...BOUNDS,
  ...BAD_VALUES,
  ...ENDS,
]
