/** What would go wrong for those who drive an agent: sessions, sign-in, queue, settings and questions, one fault each. */
import type { Twin } from '../twin.js'

const SESSIONS: readonly Twin[] = [
  {
    fault: 'a session that could not be loaded stays in the map',
    file: 'client/sessions.ts',
    find: '    this.letGo(session.id, error)\n',
    replace: '',
    test: ['client/opening.test.ts', 'version 1: a session that cannot be loaded is let go'],
  },
  {
    fault: 'one who loads a session in vain takes it from another who has it',
    file: 'client/sessions.ts',
    find: '    if (asking > 1) return void this.#awaited.set(session, asking - 1)\n',
    replace: '',
    test: ['client/opening.test.ts', 'version 1: of two that load a session at once'],
  },
  {
    fault: 'a replay begins with what came before it was asked for',
    file: 'client/sessions.ts',
    find: 'if (known === undefined) this.#takeEarly(id)\n    const session = known ?? this.#enter(id, place)',
    replace: 'const session = known ?? this.add(id, place)',
    test: ['client/opening.test.ts', 'version 1: what came under a session'],
  },
  {
    fault: 'what is said of a closed session goes to the next of its name',
    file: 'client/sessions.ts',
    find: '    if (this.#ended.has(id)) return\n',
    replace: '',
    test: ['client/closing.test.ts', 'what the agent still says of a closed session'],
  },
  {
    fault: 'a closed session still takes prompts',
    file: 'client/turns.ts',
    find: 'this.#refusal() ?? refusalOf(',
    replace: 'refusalOf(',
    test: ['client/closing.test.ts', 'version 1: a closed session takes no more prompts'],
  },
  {
    fault: 'to close what is not there is an error',
    file: 'client/request.ts',
    find: '    if (!isGone(error)) throw error\n',
    replace: '    throw error\n',
    test: ['client/closing.test.ts', 'version 2: to close or delete what is not there'],
  },
  {
    fault: 'a close that failed leaves the session mute',
    file: 'client/live-session.ts',
    find: '      this.prompts.resume()\n',
    replace: '',
    test: ['client/closing.test.ts', 'version 1: a close that the agent refuses'],
  },
  {
    fault: 'a session of an agent that cannot close stays open',
    file: 'client/live-session.ts',
    find: "if (!isAcpError(error) || error.reason !== 'capability_missing') {",
    replace: 'if (isAcpError(error)) {',
    test: ['client/closing.test.ts', 'a session of an agent that cannot close'],
  },
  {
    fault: 'an empty cursor ends the list',
    file: 'client/session-list.ts',
    find: 'cursor = nextCursor ?? undefined',
    replace: 'cursor = nextCursor || undefined',
    test: ['client/session-list.test.ts', 'version 1: all pages are read'],
  },
  {
    fault: 'a queued prompt hangs when the agent goes away',
    file: 'client/turns.ts',
    find: '      this.#drop(turn, () => turn.fail(error))\n',
    replace: '',
    test: ['client/dying.test.ts', 'version 1: what runs, waits, is held'],
  },
]

const LISTENERS: readonly Twin[] = [
  {
    fault: 'who only listens waits for a reader who never comes',
    file: 'client/live-session.ts',
    find: '    if (isHeard) turn?.expectNoReader()\n',
    replace: '',
    test: ['client/listening.test.ts', 'version 1: who listens need not read'],
  },
  {
    fault: 'a listener that comes late does not set free what waits for a reader',
    file: 'client/live-session.ts',
    find: '    this.prompts.running[0]?.expectNoReader()\n',
    replace: '',
    test: ['client/listening.test.ts', 'version 2: who begins to listen sets free'],
  },
  {
    fault: 'the past comes all at once',
    file: 'client/listeners.ts',
    find: 'for (const update of updates) await this.#tell(update)',
    replace: 'for (const update of updates) void this.#tell(update)',
    test: ['client/listening.test.ts', 'version 1: an async listener that comes late'],
  },
  {
    fault: 'what comes overtakes the past',
    file: 'client/listeners.ts',
    find: 'return this.#past === undefined ?',
    replace: 'return this.#listener !== undefined ?',
    test: ['client/listening.test.ts', 'version 1: an async listener that comes late'],
  },
]

const SETTINGS: readonly Twin[] = [
  {
    fault: 'an older answer overwrites a newer setting',
    file: 'client/session-state.ts',
    find: 'configOptions && options === since.options',
    replace: 'configOptions',
    test: ['client/session-state.test.ts', 'version 1: what an update says right behind an answer'],
  },
  {
    fault: 'version 2: the answer overwrites what updates said before it',
    file: 'client/spelling-v2.ts',
    find: 'isAnswerLater: false',
    replace: 'isAnswerLater: true',
    test: ['client/session-state.test.ts', 'version 2: what updates said before the answer to session/new'],
  },
  {
    fault: 'modes are taken for the mode where there is an option',
    file: 'client/session-state.ts',
    find: "category === 'mode' && type === 'select'",
    replace: "category === 'none' && type === 'select'",
    test: ['client/session-state.test.ts', 'version 1: a mode that is an option'],
  },
  {
    fault: 'a value that is not on offer is sent',
    file: 'client/session-option.ts',
    find: "option.type === 'select' && !option.choices.some(",
    replace: "option.type === 'none' && !option.choices.some(",
    test: ['client/session-state.test.ts', 'version 2: a setting that is not on offer'],
  },
]

const PROMPTS: readonly Twin[] = [
  {
    fault: 'a cancel lets the next prompt go',
    file: 'client/turns.ts',
    find: "if (queue === 'hold') this.queue.hold()",
    replace: '',
    test: ['client/prompt-queue.test.ts', 'version 1: a cancel holds what waits'],
  },
  {
    fault: 'a prompt that was taken back is sent',
    file: 'client/prompt-queue.ts',
    find: '    this.#waiting = this.#waiting.filter(each => each !== turn)\n',
    replace: '',
    test: ['client/prompt-queue.test.ts', 'version 1: a queued prompt is taken back'],
  },
  {
    fault: 'a second prompt does not wait for the first',
    file: 'client/spelling-v1.ts',
    find: 'holdsPrompts: true',
    replace: 'holdsPrompts: false',
    test: ['client/prompt-queue.test.ts', 'version 1: a second prompt waits for the first'],
  },
  {
    fault: 'a reader who awaits the cancel waits for ever',
    file: 'client/turn.ts',
    find: '    this.#queue.widen()\n',
    replace: '',
    test: ['client/prompt-queue.test.ts', 'version 2: a cancel can be awaited by the very reader'],
  },
  {
    fault: 'what the agent does not take waits in the queue',
    file: 'client/turns.ts',
    find: 'refusalOf(turn.message, peer',
    replace: 'refusalOf([], peer',
    test: ['client/content.test.ts', 'version 1: what the agent does not take is refused here'],
  },
]

const SIGN_IN: readonly Twin[] = [
  {
    fault: 'signs in again and again',
    file: 'client/sign-in.ts',
    find: '    return run()\n',
    replace: '    return withSignIn(signIn, run)\n',
    test: ['client/sign-in.test.ts', 'version 1: a second demand is an error'],
  },
  {
    fault: 'what is asked about a session is refused for want of signing in',
    file: 'client/live-session.ts',
    find: 'withSignIn(this.#shared.signIn, async',
    replace: 'withSignIn(undefined, async',
    test: ['client/sign-in.test.ts', 'version 1: what is asked about a session'],
  },
  {
    fault: 'a prompt is sent a third time',
    file: 'client/turns.ts',
    find: 'turn.hasBegun || turn.isRepeated',
    replace: 'turn.hasBegun',
    test: ['client/sign-in.test.ts', 'version 1: a prompt that is refused before it began'],
  },
  {
    fault: 'a prompt that was begun is sent twice',
    file: 'client/turns.ts',
    find: 'turn.hasBegun || turn.isRepeated',
    replace: 'turn.isRepeated',
    test: ['client/sign-in.test.ts', 'version 1: a prompt that was begun before it was refused'],
  },
  {
    fault: 'the agent is told of a method that belongs to a terminal',
    file: 'client/live-client.ts',
    find: "if (method.type === 'agent')",
    replace: "if (method.type !== '')",
    test: ['client/sign-in.test.ts', 'a terminal that fails, is not there'],
  },
]

const QUESTIONS: readonly Twin[] = [
  {
    fault: 'a form is answered with what does not fit it',
    file: 'client/elicitation.ts',
    find: 'if (faults.length > 0)',
    replace: 'if (faults.length > 99)',
    test: ['client/elicitation.test.ts', 'version 1: what does not fit the form is not sent'],
  },
  {
    fault: 'a form is left open at a cancel',
    file: 'client/elicitation.ts',
    find: 'put(session?.questions, call',
    replace: 'put(undefined, call',
    test: ['client/elicitation.test.ts', 'version 2: a cancel dismisses what was asked'],
  },
  {
    fault: 'an address of any kind is handed on',
    file: 'client/elicitation.ts',
    find: 'return isAllowed ? host : undefined',
    replace: 'return host',
    test: ['client/elicitation.test.ts', 'version 1: what no browser should open'],
  },
  {
    fault: 'a pattern of the agent may take for ever',
    file: 'client/safe-pattern.ts',
    find: '    if (isRepeat && isChoiceBefore) return undefined\n',
    replace: '',
    test: ['client/safe-pattern.test.ts', 'the pattern (a+)+$ is not tried'],
  },
  {
    fault: 'what timed out is asked for again',
    file: 'client/recovery.ts',
    find: "(reason === 'timeout' && repeatsTimeouts)",
    replace: "(reason === 'timeout' || repeatsTimeouts)",
    test: ['client/recovery.test.ts', 'what timed out may have been done already'],
  },
  {
    fault: 'what was lost is asked for again',
    file: 'client/recovery.ts',
    find: 'if (isGone(error) && options.renew !== undefined && !isRenewed) {',
    replace: 'if (isGone(error) && !isRenewed) {',
    test: ['client/recovery.test.ts', 'a session that was lost is begun anew only by who asked'],
  },
]

export const CLIENT: readonly Twin[] = [
  ...SESSIONS,
  ...LISTENERS,
  ...SETTINGS,
  ...PROMPTS,
  ...SIGN_IN,
  ...QUESTIONS,
  {
    fault: 'client, who leaves refuses what was asked of them',
    file: 'client/questions.ts',
    find: 'if (answer === undefined && isLeaving)',
    replace: 'if (call.size < 0)',
    test: ['client/permission.test.ts', 'who leaves has refused nothing'],
  },
  {
    fault: 'client, an answer is lost when its author leaves behind it',
    file: 'client/questions.ts',
    find: 'if (answer === undefined && isLeaving)',
    replace: 'if (call.isOver)',
    test: ['client/permission.test.ts', 'an answer counts that has arrived before its author leaves'],
  },
  {
    fault: 'client, who cancels and leaves does not answer',
    file: 'client/questions.ts',
    find: 'if (answer === undefined && isLeaving)',
    replace: 'if (answer === undefined && call.isOver)',
    test: ['client/permission.test.ts', 'a cancel is answered with "cancelled"'],
  },
]
