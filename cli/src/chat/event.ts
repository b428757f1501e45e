/** What happens: keys, news of conversations, answers to what was asked of the machine. The only thing that changes the model. */

import type { ContentBlock, ThreadUpdate } from '@parley/acp/thread'
import type { Suggestion } from './model/composer.js'
import type { FarNews, FarOpening } from './model/far.js'
import type { Question } from './model/question.js'
import type { Abilities, Facts, SignInMethod, Submission, TalkKey } from './model/talk.js'
import type { Size, Ways } from './screen/frame.js'
import type { Input } from './screen/input.js'

/** What is new in one conversation. */
export type TalkNews =
  /** Its agent answers. */
  | {
      readonly is: 'connected'
      readonly name?: string | undefined
      readonly version?: string | undefined
      readonly protocol: 1 | 2
    }
  /** The session is there. `history` is what was said before, from the record of this side. */
  | {
      readonly is: 'opened'
      readonly record: string
      readonly isResumed: boolean
      readonly facts: Facts
      readonly abilities: Abilities
      readonly history: readonly HistoryEvent[]
      readonly branch?: string | undefined
      /** Whom it is held with and where, where a record said otherwise than whoever started it. */
      readonly agent?: string | undefined
      readonly cwd?: string | undefined
      /** A gateway keeps it: `history` is what that one told, and may go on. */
      readonly far?: FarOpening | undefined
    }
  /** What a gateway tells beside what is said. */
  | { readonly is: 'far'; readonly news: FarNews }
  | { readonly is: 'updates'; readonly updates: readonly ThreadUpdate[] }
  | { readonly is: 'facts'; readonly facts: Facts }
  /** A prompt is on its way, as these blocks. */
  | { readonly is: 'sent'; readonly content: readonly ContentBlock[] }
  /** A prompt could not be sent: it goes back to where it was written. */
  | {
      readonly is: 'unsent'
      readonly message: string
      /** Whether it was to begin a turn, or to be heard in the one that runs. */
      readonly of: 'turn' | 'steer'
      readonly submission: Submission
      /** Somebody has to sign in first: it waits for that instead. */
      readonly isWaiting?: boolean | undefined
    }
  | {
      readonly is: 'over'
      readonly stopReason: string
      readonly error?: unknown
      readonly usage?: unknown
      readonly changed: readonly string[]
    }
  /** Files that the last turn changed, once that is known. */
  | { readonly is: 'changed'; readonly changed: readonly string[] }
  /** What a terminal of this side shows now. */
  | {
      readonly is: 'terminal'
      readonly terminalId: string
      readonly output: string
      readonly isCut: boolean
      readonly exit?: { readonly exitCode?: number | null; readonly signal?: string | null } | undefined
    }
  | { readonly is: 'asked'; readonly question: Question }
  /** Nobody waits for the answer any longer. */
  | { readonly is: 'withdrawn'; readonly questionId: string }
  /** How many questions there are with those that come only when the ones before are answered. */
  | { readonly is: 'in-line'; readonly count: number }
  | { readonly is: 'sign-in'; readonly message: string; readonly methods: readonly SignInMethod[] }
  | {
      readonly is: 'failed'
      readonly message: string
      readonly cure?: string | undefined
      /** How a command that does nothing else would end. */
      readonly exitCode?: number | undefined
    }
  | { readonly is: 'said'; readonly kind: 'remark' | 'warning' | 'failure' | 'shell'; readonly text: string }
  /** A command line of the person's own runs; what it prints is told as that of any terminal. */
  | { readonly is: 'shell'; readonly command: string; readonly terminalId: string }
  /** It runs no longer, however it ended. */
  | { readonly is: 'shell-over' }
  | { readonly is: 'branch'; readonly branch: string | undefined }
  /** What was being written and what waited when it was left, and what was sent before. */
  | {
      readonly is: 'remembered'
      readonly draft: string
      readonly queue: readonly Submission[]
      readonly history: readonly string[]
    }

/** What a record tells: prompts, updates and ends of turns, in order. */
export type HistoryEvent =
  | { readonly is: 'prompt'; readonly content: readonly ContentBlock[] }
  | { readonly is: 'update'; readonly update: ThreadUpdate }
  | { readonly is: 'end'; readonly stopReason: string }

/** A recorded conversation, for the picker. Not cleaned. */
export interface RecordedTalk {
  readonly record: string
  readonly agent: string
  readonly cwd: string
  readonly title: string
  readonly label?: string | undefined
  readonly updated: number
  readonly turns: number
  /** The line in which something was said that was looked for. */
  readonly match?: string | undefined
}

/** What all conversations of a program are at together. */
export type RunningState = 'waiting' | 'working' | 'idle'

/** A program of this kind that runs, in a terminal or without. */
export interface RunningChat {
  readonly id: string
  readonly cwd: string
  readonly title: string
  readonly since: number
  /** Not told by earlier versions. */
  readonly state?: RunningState | undefined
  readonly hasTerminal?: boolean | undefined
  /** The number of its process. */
  readonly pid?: number | undefined
}

/** An agent that could be talked to. Not cleaned. */
export interface ListedAgent {
  readonly id: string
  readonly name: string
  readonly description?: string | undefined
  readonly state: 'ready' | 'missing' | 'not installed'
}

/** A change of a file between the beginning and the end of the last turn. */
export interface TurnChange {
  /** Absolute. */
  readonly path: string
  /** Absent: it was not there. */
  readonly oldText?: string | undefined
  /** Absent: it is gone. */
  readonly newText?: string | undefined
  /** Why its text cannot be shown: too large, not text. */
  readonly note?: string | undefined
}

export type ChatEvent =
  | Input
  | { readonly type: 'tick' }
  /** The terminal has taken a picture with this question in it, or with none. */
  | {
      readonly type: 'painted'
      readonly questionId: string | undefined
      /** There was no room for what it asks: only that it is there can be seen. */
      readonly isCramped?: boolean | undefined
      /** The ways to sign in that were in it. */
      readonly ways?: Ways | undefined
    }
  | { readonly type: 'talk'; readonly talk: TalkKey; readonly news: TalkNews }
  | { readonly type: 'suggestions'; readonly ticket: number; readonly items: readonly Suggestion[] }
  /** `$EDITOR` was closed; without a text it was given up. */
  | { readonly type: 'edited'; readonly talk: TalkKey; readonly text?: string | undefined }
  | { readonly type: 'remark'; readonly text: string; readonly kind: 'info' | 'warning' }
  | {
      readonly type: 'recorded'
      readonly query: string
      readonly talks: readonly RecordedTalk[]
      readonly running: readonly RunningChat[]
    }
  | {
      readonly type: 'agents'
      readonly agents: readonly ListedAgent[]
      readonly models: readonly string[]
      /** What to do next, one line each. */
      readonly advice: readonly string[]
    }
  | { readonly type: 'changes'; readonly talk: TalkKey; readonly changes: readonly TurnChange[] }
  /** The last turn's changes were taken back, as far as they could be. */
  | {
      readonly type: 'undone'
      readonly talk: TalkKey
      /** It had been taken back before, and was done again. */
      readonly isAgain?: boolean | undefined
      readonly restored: readonly string[]
      readonly kept: readonly { readonly path: string; readonly why: string }[]
    }
  /** The terminal is ours again, after another program had it. */
  | { readonly type: 'returned' }
  /** Nobody has talked here before. */
  | { readonly type: 'first-run' }
  /** It is to go on without a terminal. */
  | { readonly type: 'detach' }
  /** Somebody wants this program to end in good order. */
  | { readonly type: 'leave'; readonly why: string }
  /** Another terminal took this one's place, or this one came back: draw everything. */
  | { readonly type: 'attached'; readonly size: Size }

/** An event, and when it happened. */
export interface Happening {
  readonly event: ChatEvent
  readonly now: number
}
