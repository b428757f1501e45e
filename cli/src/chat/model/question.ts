/** What an agent wants from the person: leave to do something, a form, a visit to an address. */

import type { FormRequest, PermissionChange } from '@parley/acp/client'
import type { ToolCall, ToolCallContent } from '@parley/acp/thread'

/** The change that an agent shows, where nobody on this side judged it. */
export interface ShownChange {
  /** What came with the question itself. */
  readonly own: readonly ToolCallContent[]
  /** How many parts came with it that nobody looks at. */
  readonly beyond: number
  /** The content of its call, as it was looked at last. */
  readonly from?: ToolCall['content'] | undefined
  /** How many parts of all this are not among the changes of the question. */
  readonly left: number
  /** It became another after somebody may have read it. */
  readonly isLate: boolean
}

interface Asked {
  /** Unique in this program. */
  readonly id: string
  /** When it came. */
  readonly askedAt?: number | undefined
  /** Since when it is on the screen as the one to be answered; a key before that, or right after, is for something else. */
  readonly shownAt?: number | undefined
  /** Whether it has ever been there. */
  readonly wasShown?: boolean | undefined
  /** Keys before this moment were pressed by somebody who was writing when it came. */
  readonly deafUntil?: number | undefined
  /** The window has no room for what it asks: it hears only what makes it seen, or puts it away. */
  readonly isCramped?: boolean | undefined
  /** Somebody gave it the keys, though something stands where one writes. */
  readonly isSought?: boolean | undefined
}

/** An answer that may be given. */
export interface AnswerOption {
  readonly id: string
  /** In the words of the agent or of this side; not cleaned. */
  readonly name: string
  /** `allow_once`, `allow_always`, `reject_once`, `reject_always`, or what only this agent knows. */
  readonly kind: string
  /** The rule that this answer would write, for people; none where nothing is remembered. */
  readonly rule?: string | undefined
  /** It holds longer than the session: it is taken only when it is pressed twice. */
  readonly isLasting?: boolean | undefined
}

export interface PermissionQuestion extends Asked {
  readonly is: 'permission'
  readonly title: string
  /** Every fact, safe to show. */
  readonly lines: readonly string[]
  /** So many of the first of them are only what the agent says, and that nobody checked it. */
  readonly claimed?: number | undefined
  readonly description?: string | undefined
  /** `fs.write`, `terminal.exec`, `agent.claimed` …; absent where nobody judged. */
  readonly action?: string | undefined
  /** The tool call that it is about, where that is known. */
  readonly callId?: string | undefined
  /** What an agent calls it, where it only claims it. */
  readonly claimedKind?: string | undefined
  /** Why it is asked about. */
  readonly reason?: string | undefined
  /** It may destroy something: Enter never answers it. */
  readonly isDestructive: boolean
  /** All it does, as far as it was checked, is to make files that are not there yet. */
  readonly isCreation?: boolean | undefined
  readonly cwd: string
  readonly changes: readonly PermissionChange[]
  /** Where nobody judged. */
  readonly shown?: ShownChange | undefined
  readonly options: readonly AnswerOption[]
  /** Which option was chosen with the arrows; none until somebody did. */
  readonly selected?: number | undefined
  /** The lasting answer that was pressed once, and when that key was heard last. */
  readonly confirming?: { readonly optionId: string; readonly at: number } | undefined
  /** Why it is refused: it becomes the next prompt. Kept also while it is not being written. */
  readonly refusal?: { readonly text: string; readonly cursor: number } | undefined
  readonly isRefusing?: boolean | undefined
}

export type FieldValue = string | number | boolean | readonly string[]

export interface FormField {
  readonly name: string
  readonly title: string
  readonly description?: string | undefined
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'other'
  readonly isRequired: boolean
  readonly choices: readonly { readonly value: string; readonly title: string }[]
  /** What was typed so far. */
  readonly text: string
  readonly cursor: number
  /** What a text in its format looks like. */
  readonly example?: string | undefined
  /** What stands there is what the agent suggests, and nobody touched it: what is typed takes its place. */
  readonly isSuggested?: boolean | undefined
  /** What was chosen, of choices and of yes and no. */
  readonly chosen: readonly string[]
}

export interface FormQuestion extends Asked {
  readonly is: 'form'
  readonly message: string
  readonly schema: FormRequest['schema']
  readonly fields: readonly FormField[]
  /** Which field has the cursor; behind the last one are the button that sends and the one that declines. */
  readonly at: number
  /** Within the choices of that field. */
  readonly choice: number
  readonly faults: readonly string[]
}

export interface AddressQuestion extends Asked {
  readonly is: 'address'
  readonly message: string
  /** In the spelling that is opened: a host in other letters stands there as `xn--…`. */
  readonly url: string
  readonly host: string
}

export type Question = PermissionQuestion | FormQuestion | AddressQuestion

/** What the person made of it. */
export type Answer =
  /** `isConfirmed`: its rule was shown, and it was chosen twice. */
  | { readonly is: 'option'; readonly optionId: string; readonly isConfirmed?: boolean | undefined }
  | { readonly is: 'form'; readonly content: Readonly<Record<string, FieldValue>> }
  | { readonly is: 'visited' }
  | { readonly is: 'declined' }
  | { readonly is: 'dismissed' }
