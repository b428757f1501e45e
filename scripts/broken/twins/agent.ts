/** What would go wrong with sessions that are kept, and with what an agent asks of its client, one fault each. */
import type { Twin } from '../twin.js'

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
    find: '      this.#sessions.demandOpen()\n    } catch',
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
    file: 'agent/session.ts',
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
]

const RECORDED: readonly Twin[] = [
  {
    fault: 'what is said is told before it is kept',
    file: 'agent/recorder.ts',
    find: '    await kept\n    await before\n',
    replace: '    await before\n',
    test: ['agent/recorder.test.ts', 'nothing is sent before the journal has it'],
  },
  {
    fault: 'an author never waits for a slow client',
    file: 'agent/recorder.ts',
    find: '? this.#busy : batch.sent',
    replace: '? undefined : batch.sent',
    test: ['agent/recorder.test.ts', 'an author who says much waits for the journal'],
  },
  {
    fault: 'a client that is gone ends the keeping',
    file: 'agent/recorder.ts',
    find: 'const taken = room.catch(() => {})',
    replace: 'const taken = room',
    test: ['agent/recorder.test.ts', 'a client that is gone does not keep anything from being kept'],
  },
  {
    fault: 'a turn that cannot be kept never ends',
    file: 'agent/recorder.ts',
    find: '    if (entry === undefined && this.#failure !== undefined) return this.#send(update)\n',
    replace: '',
    test: ['agent/recorder.test.ts', 'version 2: a turn whose words cannot be kept fails'],
  },
  {
    fault: 'a cancelled turn fails with its journal',
    file: 'agent/run-turn.ts',
    find: 'turn.isCancelled ? end : { error: toTelling(error, turn.session.id) }',
    replace: '{ error: toTelling(error, turn.session.id) }',
    test: ['agent/recorder.test.ts', 'version 1: a cancelled turn ends as cancelled, also when'],
  },
  {
    fault: 'what cannot be sent is kept',
    file: 'agent/session.ts',
    find: '    this.#line.demandSendable(this.id, update)\n',
    replace: '',
    test: ['agent/recorder.test.ts', 'version 1: an update that cannot be sent is not kept either'],
  },
  {
    fault: 'a notice is replayed',
    file: 'agent/session.ts',
    find: "new Set(['notice', 'state_update'])",
    replace: "new Set(['state_update'])",
    test: ['agent/saying.test.ts', 'version 1: a notice is shown once and never replayed'],
  },
  {
    fault: 'a setting is forgotten with its connection',
    file: 'agent/session.ts',
    find: 'Promise.all([this.record(entry), ...',
    replace: 'Promise.all([...',
    test: ['agent/settings.test.ts', 'version 1: settings and title outlive the connection'],
  },
  {
    fault: 'what the user said is told out of its place',
    file: 'agent/service-v2.ts',
    find: 'kept = session.insert(entry, shown, answered)',
    replace: 'kept = session.record(entry).then(() => session.insert(entry, shown, answered))',
    test: ['agent/stateful.test.ts', 'version 2: whatever happens, every request is answered once'],
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
    find: 'call.onAnswered = () => offerCommands(session)',
    replace: 'offerCommands(session)',
    test: ['agent/command.test.ts', 'version 1: commands are offered right after the answer'],
  },
  {
    fault: 'a session is opened for who is not signed in',
    file: 'agent/lobby.ts',
    find: '    await this.#demandAccess()\n    this.#sessions.demandRoom()\n    this.#demandSystemPrompt(setup)\n    const id',
    replace: '    this.#sessions.demandRoom()\n    this.#demandSystemPrompt(setup)\n    const id',
    test: ['agent/auth.test.ts', 'version 1: no session is opened before somebody has signed in'],
  },
  {
    fault: 'a sign-in in a terminal is offered to a client without one',
    file: 'agent/auth.ts',
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
