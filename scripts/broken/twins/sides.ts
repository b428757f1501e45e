/** What would go wrong for those who write an agent or drive one, one fault each. */
import type { Twin } from '../twin.js'

const AGENT: readonly Twin[] = [
  {
    fault: 'a tool call is left open',
    file: 'agent/live-turn.ts',
    find: '    await Promise.allSettled([...this.#unfinished].map(each => each[Symbol.asyncDispose]()))\n',
    replace: '',
    test: ['agent/turn.test.ts', 'version 1: a tool call left open is failed'],
  },
  {
    fault: 'a tool call that cannot be told takes the end of its turn with it',
    file: 'agent/live-turn.ts',
    find: 'Promise.allSettled(',
    replace: 'Promise.all(',
    test: ['agent/recorder.test.ts', 'version 2: what is said while the connection goes is kept'],
  },
  {
    fault: 'a cancelled turn ends as something else',
    file: 'agent/run-turn.ts',
    find: "keep(turn, turn.isCancelled ? { stopReason: 'cancelled' } : end)",
    replace: 'keep(turn, end)',
    test: ['agent/turn.test.ts', 'version 1: session/cancel aborts turn.signal'],
  },
  {
    fault: 'a cancel does not reach the turn',
    file: 'agent/live-turn.ts',
    find: '    this.#cancellation.cancel()\n',
    replace: '',
    test: ['agent/turn.test.ts', 'version 2: a cancel right behind its prompt reaches it'],
  },
  {
    fault: 'two turns of a session at once',
    file: 'agent/session-work.ts',
    find: 'if (this.#turn !== undefined)\n      throw',
    replace: "if (this.#sessionId === '')\n      throw",
    test: ['agent/turn.test.ts', 'version 1: a second prompt while a turn is being worked on'],
  },
  {
    fault: 'a turn of version 2 is cut off at the end of input',
    file: 'agent/agent.ts',
    find: '    unfinished: () => untilIdle(service.sessions),\n',
    replace: '',
    test: ['node/serve-stdio.test.ts', 'the end of stdin lets a turn of version 2 finish'],
    build: true,
  },
  {
    fault: 'files are there although they are not lent',
    file: 'agent/means-v1.ts',
    find: "if (!lends(peer, 'fs.readTextFile')) return undefined",
    replace: "if (sessionId === '') return undefined",
    test: ['agent/turn.test.ts', 'files and terminals are absent when they are not lent'],
  },
]

const BORROWED: readonly Twin[] = [
  {
    fault: 'a bug of the author is silent',
    file: 'node/serve-stdio.ts',
    find: 'options.log ?? tellFailures',
    replace: 'options.log',
    test: ['node/serve-stdio.test.ts', 'a bug of the author shows on stderr'],
    build: true,
  },
  {
    fault: 'a cancel does not reach what the turn waits for',
    file: 'agent/means-v1.ts',
    find: "peer.request('fs/read_text_file', request, { cancellation })",
    replace: "peer.request('fs/read_text_file', request)",
    test: ['agent/borrowed.test.ts', 'a cancel ends a turn that waits for a file to be read'],
  },
  {
    fault: 'a forgotten terminal is never released',
    file: 'agent/live-turn.ts',
    find: '    await this.#means.end?.()\n',
    replace: '',
    test: ['agent/borrowed.test.ts', 'a terminal that its author forgot'],
  },
  {
    fault: 'a cancel waits behind a slow notification',
    file: 'protocol/scope.ts',
    find: "method === 'session/cancel' ? undefined : ",
    replace: '',
    test: ['agent/borrowed.test.ts', 'a cancel does not wait behind a slow notification'],
  },
]

const CLIENT: readonly Twin[] = [
  {
    fault: 'a listener that fails takes the turn with it',
    file: 'client/listeners.ts',
    find: '    } catch (error) {\n      failed(error)\n      return undefined\n    }',
    replace: '    } finally {\n    }',
    test: ['client/listener.test.ts', 'a listener that throws costs neither'],
  },
  {
    fault: 'updates are gone once the outcome was asked for',
    file: 'client/update-queue.ts',
    find: 'if (this.#bytes > KEPT_BYTES) this.#drop()',
    replace: 'this.#drop()',
    test: ['client/listener.test.ts', 'updates that were not read while the outcome was awaited'],
  },
  {
    fault: 'a session is lent files before its id is accepted',
    file: 'client/opening.ts',
    find: ' && isIdentifier(sessionId)',
    replace: '',
    test: ['client/early.test.ts', 'a session whose id is refused'],
  },
  {
    fault: 'a question after the cancel is put to the host',
    file: 'client/questions.ts',
    find: 'if (signal.aborted || this.#isCancelled) abort()',
    replace: 'if (signal.aborted) abort()',
    test: ['client/early.test.ts', 'a question that crossed our cancel'],
  },
  {
    fault: 'a permission is left pending at a cancel',
    file: 'client/questions.ts',
    find: '    for (const controller of this.#pending) controller.abort()\n',
    replace: '',
    test: ['client/turn.test.ts', 'a cancel answers every pending question as cancelled'],
  },
  {
    fault: 'an option that was not offered is answered',
    file: 'client/permission.ts',
    find: 'options.find(option => option.optionId === chosen.optionId)',
    replace: 'chosen',
    test: ['client/turn.test.ts', 'a host answers with an option that was offered or not at all'],
  },
  {
    fault: 'updates are lost before the outcome',
    file: 'jsonrpc/outbound.ts',
    find: 'this.#behind(lane, () => onSettle(isError, envelope.result))',
    replace: 'onSettle(isError, envelope.result)',
    test: ['client/turn.test.ts', 'version 1: a slow reader loses nothing'],
  },
  {
    fault: 'updates before the answer of session/new are lost',
    file: 'client/sessions.ts',
    find: '    this.#keepEarly(',
    replace: "    if (id === '') this.#keepEarly(",
    test: ['client/turn.test.ts', 'updates that come before the answer of session/new'],
  },
  {
    fault: 'a turn that nobody reads never ends',
    file: 'client/update-queue.ts',
    find: '    this.#isUnread = true\n    this.#openRoom()',
    replace: '    this.#openRoom()',
    test: ['client/turn.test.ts', 'version 1: a turn whose updates nobody reads still ends'],
  },
]

export const SIDES: readonly Twin[] = [...AGENT, ...BORROWED, ...CLIENT]
