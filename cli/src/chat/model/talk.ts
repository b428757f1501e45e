/** One conversation with one agent, as this program knows it at a moment. */

import type {
  OptionChoice,
  SessionCommand,
  SessionMode,
  SessionOption,
  SessionUsage,
} from '@parley/acp/client'
import type { Thread } from '@parley/acp/thread'
import type { PutBack } from '../pages/review/put-back.js'
import type { Composer } from './composer.js'
import type { Far } from './far.js'
import type { Question } from './question.js'

export type { OptionChoice, SessionCommand, SessionMode, SessionOption, SessionUsage }

/** What tells the conversations of this program from each other. */
export type TalkKey = string

/** How far a conversation has come. */
export type Stage =
  | {
      readonly is: 'starting'
      /** Since when: some take long. */
      readonly since?: number | undefined
    }
  | { readonly is: 'open' }
  | {
      readonly is: 'sign-in'
      readonly message: string
      readonly methods: readonly SignInMethod[]
      /** Since when it can be seen: a key before that, or right after, is for something else. */
      readonly since?: number | undefined
      /** The name of the way that is being gone. */
      readonly underWay?: string | undefined
    }
  /** It could not be begun, or its agent is gone; what was said stays. */
  | { readonly is: 'failed'; readonly message: string; readonly cure?: string | undefined }

export interface SignInMethod {
  readonly id: string
  readonly name: string
  readonly description?: string | undefined
  /** It is a program that the person works with in this terminal. */
  readonly isTerminal: boolean
  /** What that program is given, for people. */
  readonly runs?: string | undefined
  /** It cannot be gone from here: `description` says what to do. */
  readonly isElsewhere?: boolean | undefined
}

/** What the agent says of the session, as it is now. */
export interface Facts {
  readonly title?: string | undefined
  readonly modes: readonly SessionMode[]
  readonly mode?: string | undefined
  readonly options: readonly SessionOption[]
  readonly commands: readonly SessionCommand[]
  readonly usage?: SessionUsage | undefined
}

export interface Abilities {
  readonly image: boolean
  readonly audio: boolean
  readonly embedded: boolean
  readonly fork: boolean
  /** It can be told something while it works. */
  readonly steer: boolean
}

/** What a person sends: the words, and what they point at. */
export interface Submission {
  /** Whole, with everything that was folded. */
  readonly text: string
  /** Files that are mentioned with `@`, or were dropped here; absolute. */
  readonly files: readonly string[]
  /** Recorded conversations that are mentioned with `#`, by the id of their record. */
  readonly talks: readonly string[]
}

/** A prompt that waits for its turn. */
export interface Waiting extends Submission {
  readonly id: number
  /** It was written after the others were held: nothing holds it. */
  readonly isExempt?: boolean | undefined
  /** The agent refused it until somebody signs in: it goes when that is asked for, and then nothing holds it. */
  readonly isRefused?: boolean | undefined
}

/** A turn that is with the agent. */
export interface RunningTurn {
  readonly since: number
  readonly submission: Submission
  /** Where in the timeline it began. */
  readonly slot: number
  readonly isCancelling: boolean
  /** It was called off for the prompt that waits first: that one is sent when it is over. */
  readonly isMakingWay?: boolean | undefined
}

/** Something that stands in the transcript and is no part of the conversation. */
export interface Aside {
  /** Later ones have higher ones. */
  readonly id: number
  /** How long the timeline was when it was said. */
  readonly at: number
  readonly kind: 'remark' | 'warning' | 'failure' | 'shell'
  /** Not cleaned. */
  readonly text: string
  /** How often it was said, where that was more than once. */
  readonly count?: number | undefined
}

/** When tool calls began and how long they took; of old ones it is forgotten. Two halves that take turns. */
export interface CallTimes {
  readonly open: ReadonlyMap<string, number>
  readonly newer: ReadonlyMap<string, number>
  readonly older: ReadonlyMap<string, number>
  /** Open ones that wait for an answer of the person, and since when: that time does not count. */
  readonly waiting?: ReadonlyMap<string, number> | undefined
}

/** What the person has to say to a line that a turn changed, until it is sent. */
export interface ReviewComment {
  /** Absolute. */
  readonly path: string
  /** Counted from 1: as the file is now, or as it was where the line is gone. */
  readonly line: number
  readonly isGone: boolean
  /** The line itself: where another one stands in its place, the comment is about something that was. */
  readonly code: string
  readonly text: string
}

export interface Talk {
  readonly key: TalkKey
  readonly agent: {
    readonly id: string
    readonly name?: string | undefined
    readonly version?: string | undefined
  }
  readonly cwd: string
  readonly branch?: string | undefined
  readonly stage: Stage
  /** The id of its record on this side, once there is one: what it is taken up by. */
  readonly record?: string | undefined
  readonly version: 1 | 2
  readonly thread: Thread
  /** How much of the timeline was said before, and told again when the conversation was taken up. */
  readonly retold?: number | undefined
  /** Where in the timeline the prompts are that were sent from here; nothing as long as nothing happened. */
  readonly said?: readonly number[] | undefined
  readonly facts: Facts
  readonly abilities: Abilities
  readonly times: CallTimes
  readonly asides: readonly Aside[]
  readonly composer: Composer
  readonly queue: readonly Waiting[]
  /** The queue waits until somebody lets it go: after a cancel, a failure, a refusal. */
  readonly isHeld: boolean
  readonly turn?: RunningTurn | undefined
  /** A command line of the person's own that runs, and where its output is. */
  readonly shell?:
    | { readonly command: string; readonly terminalId: string; readonly since: number }
    | undefined
  readonly questions: readonly Question[]
  /** Where it is kept by a gateway. */
  readonly far?: Far | undefined
  /** How many there are with those that are put one after the other, while there is one. */
  readonly inLine?: number | undefined
  /** Who gets the keys while a question stands there. */
  readonly attention: 'composer' | 'question'
  readonly showsThoughts: boolean
  /** Something happened that nobody has seen. */
  readonly hasNews: boolean
  /** What the last turn changed was put back, and nothing was changed since. */
  readonly putBack?: PutBack | undefined
  /** Files that the last turn changed: to review, to undo. */
  readonly changed: readonly string[]
  readonly reviewComments?: readonly ReviewComment[] | undefined
}
