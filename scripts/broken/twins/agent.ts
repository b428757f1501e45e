/** What would go wrong with sessions that are kept, and with what an agent asks of its client, one fault each. */
import type { Twin } from '../twin.js'
import { RECORDED } from './recorded.js'

const KEPT: readonly Twin[] = [
  {
    fault: 'a load is answered before its replay',
    file: 'agent/lobby.ts',
    find: 'await this.#tellAgain(id, update)',
    replace: 'setTimeout(() => this.#tellAgain(id, update), 5)',
    test: [
      'agent/kept-sessions.test.ts',
      'version 1, a journal in memory: a session is loaded with everything',
    ],
  },
  {
    fault: 'a replay leaves something out',
    file: 'agent/lobby.ts',
    find: 'if (!isReplayed) continue',
    replace: 'if (!isReplayed || entry.seq === 3) continue',
    test: ['agent/stateful.test.ts', 'version 1: whatever happens, every request is answered once'],
  },
  {
    fault: 'what was open when the process died stays open',
    file: 'agent/lobby.ts',
    find: '      if (past !== undefined) await finish(session, past, isTold ?? false)\n',
    replace: '',
    test: [
      'agent/kept-sessions.test.ts',
      'version 1, a journal in memory: what was open when the process died',
    ],
  },
  {
    fault: 'an id is given again after a load',
    file: 'agent/lobby.ts',
    find: 'prefix: past === undefined ?',
    replace: 'prefix: past !== null ?',
    test: ['agent/kept-sessions.test.ts', 'version 2, a journal in memory: ids of messages and tool calls'],
  },
  {
    fault: 'a session that cannot be opened stays locked',
    file: 'agent/lobby.ts',
    find: '      await session.end()\n      throw error\n',
    replace: '      throw error\n',
    test: ['agent/kept-sessions.test.ts', 'version 1: a session that its author cannot open'],
  },
  {
    fault: 'a session is opened for a connection that is over',
    file: 'agent/lobby.ts',
    find: '      this.#demandWanted(call)\n    } catch',
    replace: '    } catch',
    test: ['agent/kept-sessions.test.ts', 'version 1: a session that is opened while the connection dies'],
  },
  {
    fault: 'a session is opened while it is being closed',
    file: 'agent/turnstile.ts',
    find: 'before === undefined ? work() : before.then(work)',
    replace: 'work()',
    test: ['agent/kept-sessions.test.ts', 'version 1: what is asked for one session right behind a close'],
  },
  {
    fault: 'a prompt that waited begins although it was called off',
    file: 'agent/session-work.ts',
    find: '    this.#cancels++\n',
    replace: '',
    test: ['agent/queue.test.ts', 'version 1: a cancel ends the turn and every prompt that waits'],
  },
  {
    fault: 'a fork is archived with its original',
    file: 'agent/takeover.ts',
    find: "  if (entry.kind !== 'info') return entry as Entry\n",
    replace: '  if (entry.kind) return entry as Entry\n',
    test: ['agent/unstable.test.ts', 'version 1: a fork of a session at work has a finished turn'],
  },
  {
    fault: 'a fork loses the times of its original',
    file: 'store/fork.ts',
    find: 'log.append(entry, kept.at)',
    replace: 'log.append(entry)',
    test: ['agent/lobby.test.ts', 'version 1: a fork is kept with the times of its original'],
  },
  {
    fault: 'a fork waits for every entry',
    file: 'store/fork.ts',
    find: 'kept.seq % 1_000 === 0',
    replace: 'kept.seq > 0',
    test: ['agent/lobby.test.ts', 'version 1: a fork is kept with the times of its original'],
  },
  {
    fault: 'a fork gives out ids that it holds',
    file: 'agent/lobby.ts',
    find: 'randomId().slice(0, PREFIX_LENGTH)',
    replace: "''",
    test: ['agent/lobby.test.ts', 'version 2: a fork never gives out an id that it holds already'],
  },
  {
    fault: 'a replay that nobody wants goes on',
    file: 'agent/lobby.ts',
    find: 'if (call?.isCancelled) throw',
    replace: 'if (call === null) throw',
    test: ['agent/lobby.test.ts', 'version 1: a replay that the client gives up stops'],
  },
  {
    fault: 'a close that fails has no words for the client',
    file: 'agent/lobby.ts',
    find: 'await withJournal(id, async () => session?.end())',
    replace: 'await session?.end()',
    test: ['agent/lobby.test.ts', 'version 1: a session whose journal fails in the end'],
  },
  {
    fault: 'a session speaks before its client knows it',
    file: 'agent/lobby.ts',
    find: 'isHeld: isTold === undefined,',
    replace: 'isHeld: false,',
    test: ['agent/lobby.test.ts', 'version 1: what is said of a new session, or of a fork'],
  },
  {
    fault: 'a session that spoke both versions is folded as one',
    file: 'node/session-file.ts',
    find: 'if (isLater(entry) === isShownLater) return',
    replace: 'if (entry) return',
    test: ['node/session-file.test.ts', 'a session that spoke both versions is exported'],
  },
]

const OFFERED: readonly Twin[] = [
  {
    fault: 'a switch is told to a client that takes none',
    file: 'agent/spelling-v1.ts',
    find: 'takesToggles ? update : withoutToggles(update)',
    replace: 'update',
    test: ['agent/settings.test.ts', 'version 1: a client that takes no switches hears of none'],
  },
  {
    fault: 'a value of an unknown kind is set',
    file: 'agent/service-v2.ts',
    find: "type === 'id' && typeof value",
    replace: 'typeof value',
    test: ['agent/settings.test.ts', 'version 2: a kind of value nobody knows is refused'],
  },
  {
    fault: 'commands are offered before the session is known',
    file: 'agent/session-handlers.ts',
    find: 'call.onAnswered = () => introduce(session, isOffered)',
    replace: 'introduce(session, isOffered)',
    test: ['agent/command.test.ts', 'version 1: commands are offered right after the answer'],
  },
  {
    fault: 'a session is opened for who is not signed in',
    file: 'agent/lobby.ts',
    find: '    await this.#demandAccess()\n    this.#demandRoom()\n    this.#demandSystemPrompt(setup)\n    const id',
    replace: '    this.#demandRoom()\n    this.#demandSystemPrompt(setup)\n    const id',
    test: ['agent/auth.test.ts', 'version 1: no session is opened before somebody has signed in'],
  },
  {
    fault: 'a sign-in in a terminal is offered to a client without one',
    file: 'agent/guest.ts',
    find: "hasTerminal || type !== 'terminal'",
    replace: "hasTerminal || type !== 'x'",
    test: ['agent/auth.test.ts', 'version 1: a sign-in that needs a terminal is offered only'],
  },
  {
    fault: 'two pages have one id',
    file: 'agent/elicitation.ts',
    find: 'const elicitationId = randomId()',
    replace: 'const elicitationId = session.nextId()',
    test: ['agent/elicitation.test.ts', 'version 1: a page is shown under an id that no other session has'],
  },
  {
    fault: 'a system prompt of an unknown kind is taken',
    file: 'agent/lobby.ts',
    find: "systemPrompt.mode === 'append' ? accepted !== undefined : systemPrompt.mode === accepted",
    replace: "systemPrompt.mode !== 'override' ? accepted !== undefined : accepted === 'override'",
    test: ['agent/unstable.test.ts', 'version 1: a system prompt reaches the author'],
  },
  {
    fault: 'a setting begins as none of its choices',
    file: 'agent/definition-check.ts',
    find: 'if (!values.includes(setting.initial))',
    replace: 'if (values.length < 0)',
    test: ['agent/definition-check.test.ts', 'a description that contradicts itself is refused'],
  },
  {
    fault: 'a terminal that was given back is shown',
    file: 'agent/means-v1.ts',
    find: '    this.#released.add(terminalId)\n',
    replace: '',
    test: ['agent/terminal-run.test.ts', 'a terminal that was given back cannot be shown'],
  },
  {
    fault: 'a cancel waits for a terminal to be given back',
    file: 'agent/terminals-v1.ts',
    find: '    if (cancellation.isCancelled) stop()\n    else cancellation.onCancel(stop)\n',
    replace: '    if (cancellation.isCancelled) return\n    cancellation.onCancel(stop)\n',
    test: ['agent/terminal-run.test.ts', 'a cancel ends a run at once'],
  },
]

export const AGENT: readonly Twin[] = [...KEPT, ...RECORDED, ...OFFERED]
