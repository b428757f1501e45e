/** What would go wrong for those who drive an agent: sessions, sign-in, queue, settings and questions, one fault each. */
import type { Twin } from '../twin.js'

const SESSIONS: readonly Twin[] = [
  {
    fault: 'a session that could not be loaded stays in the map',
    file: 'client/opening.ts',
    find: '    if (known === undefined)\n      sessions.letGo(',
    replace: "    if (kept.sessionId === '')\n      sessions.letGo(",
    test: ['client/opening.test.ts', 'version 1: a session that cannot be loaded is let go'],
  },
  {
    fault: 'a replay begins with what came before it was asked for',
    file: 'client/sessions.ts',
    find: '    this.#takeEarly(id)\n    return this.#enter(id, place)',
    replace: '    return this.add(id, place)',
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
    find: '      return run()\n',
    replace: '      return this.around(run)\n',
    test: ['client/sign-in.test.ts', 'version 1: a second demand is an error'],
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
    find: "return protocol === 'https:' || protocol === 'http:' ? host : undefined",
    replace: 'return protocol + host',
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
    fault: 'what was lost is asked for again',
    file: 'client/recovery.ts',
    find: 'if (isGone(error) && options.renew !== undefined && !isRenewed) {',
    replace: 'if (isGone(error) && !isRenewed) {',
    test: ['client/recovery.test.ts', 'a session that was lost is begun anew only by who asked'],
  },
]

export const CLIENT: readonly Twin[] = [...SESSIONS, ...SETTINGS, ...PROMPTS, ...SIGN_IN, ...QUESTIONS]
