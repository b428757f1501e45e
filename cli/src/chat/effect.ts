/** What is to be done in the world: returned by `update`, carried out elsewhere, answered by events. */

import type { Answer } from './model/question.js'
import type { Submission, TalkKey } from './model/talk.js'

export type Effect =
  /** Starts an agent and a conversation: a new one, one that was recorded, or a second one that begins where one is now. */
  | {
      readonly do: 'start'
      readonly talk: TalkKey
      readonly agent: string
      readonly cwd: string
      readonly resume?: string | undefined
      readonly fork?: string | undefined
      /** One that a gateway keeps. */
      readonly session?: string | undefined
    }
  | { readonly do: 'prompt'; readonly talk: TalkKey; readonly submission: Submission }
  /** Tells the agent something while it works. */
  | { readonly do: 'steer'; readonly talk: TalkKey; readonly submission: Submission }
  | { readonly do: 'cancel'; readonly talk: TalkKey }
  | {
      readonly do: 'answer'
      readonly talk: TalkKey
      readonly questionId: string
      readonly answer: Answer
    }
  | { readonly do: 'set-mode'; readonly talk: TalkKey; readonly mode: string }
  | {
      readonly do: 'set-option'
      readonly talk: TalkKey
      readonly option: string
      readonly value: string | boolean
    }
  | { readonly do: 'sign-in'; readonly talk: TalkKey; readonly method: string }
  /** Ends a conversation and its agent. */
  | { readonly do: 'close'; readonly talk: TalkKey }
  /** Runs a command line of the person's own, in the directory of the conversation. */
  | { readonly do: 'shell'; readonly talk: TalkKey; readonly command: string }
  /** Stops it; what it printed is kept. */
  | { readonly do: 'stop-shell'; readonly talk: TalkKey }
  | {
      readonly do: 'suggest'
      readonly kind: 'file' | 'talk'
      readonly query: string
      readonly ticket: number
      readonly cwd: string
    }
  | { readonly do: 'edit'; readonly talk: TalkKey; readonly text: string }
  /** Keeps what is being written, and what waits, through any end. */
  | {
      readonly do: 'save-draft'
      readonly talk: TalkKey
      readonly text: string
      readonly queue: readonly Submission[]
      /** Nobody wrote it: it was there before, and is as it was given back. */
      readonly isGivenBack?: boolean
    }
  /** For who keeps things of a conversation: from now on it has this record. */
  | {
      readonly do: 'opened'
      readonly talk: TalkKey
      readonly record: string
      readonly cwd: string
      readonly agent: string
    }
  | { readonly do: 'remember'; readonly talk: TalkKey; readonly text: string }
  | { readonly do: 'list-recorded'; readonly query: string }
  | { readonly do: 'list-agents' }
  /** What the last turn changed. */
  | { readonly do: 'compare'; readonly talk: TalkKey }
  | { readonly do: 'undo'; readonly talk: TalkKey }
  /** A way for one more screen to a conversation that a gateway keeps. */
  | { readonly do: 'share'; readonly talk: TalkKey; readonly role: 'viewer' | 'editor' }
  | { readonly do: 'open-address'; readonly url: string }
  /** Tells a person who is elsewhere. */
  | { readonly do: 'notify'; readonly title: string; readonly body: string }
  /** Gives the terminal back and goes on without one. */
  | { readonly do: 'detach' }
  /** Takes the place of another program of this kind: that one gets this terminal. */
  | { readonly do: 'attach'; readonly chat: string }
  | { readonly do: 'suspend' }
  | { readonly do: 'redraw' }
  | { readonly do: 'quit'; readonly exitCode: number }
