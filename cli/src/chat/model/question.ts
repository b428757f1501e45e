/** What an agent wants from the person: leave to do something, a form, a visit to an address. */

import type { FormRequest, PermissionChange } from '@parley/acp/client'

interface Asked {
  /** Unique in this program. */
  readonly id: string
  /** When it was first on the screen as the one to be answered; a key before that, or right after, is for something else. */
  readonly shownAt?: number | undefined
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
}

export interface PermissionQuestion extends Asked {
  readonly is: 'permission'
  readonly title: string
  /** Every fact, safe to show. */
  readonly lines: readonly string[]
  readonly description?: string | undefined
  /** `fs.write`, `terminal.exec`, `agent.claimed` …; absent where nobody judged. */
  readonly action?: string | undefined
  /** What an agent calls it, where it only claims it. */
  readonly claimedKind?: string | undefined
  /** Why it is asked about. */
  readonly reason?: string | undefined
  /** It may destroy something: Enter never answers it. */
  readonly isDestructive: boolean
  readonly cwd: string
  readonly changes: readonly PermissionChange[]
  readonly options: readonly AnswerOption[]
  /** Which option was chosen with the arrows; none until somebody did. */
  readonly selected?: number | undefined
  /** Why it is refused, while that is being written: it becomes the next prompt. */
  readonly refusal?: { readonly text: string; readonly cursor: number } | undefined
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
  /** What was chosen, of choices and of yes and no. */
  readonly chosen: readonly string[]
}

export interface FormQuestion extends Asked {
  readonly is: 'form'
  readonly message: string
  readonly schema: FormRequest['schema']
  readonly fields: readonly FormField[]
  /** Which field has the cursor; one more is the button. */
  readonly at: number
  /** Within the choices of that field. */
  readonly choice: number
  readonly faults: readonly string[]
}

export interface AddressQuestion extends Asked {
  readonly is: 'address'
  readonly message: string
  readonly url: string
  readonly host: string
}

export type Question = PermissionQuestion | FormQuestion | AddressQuestion

/** What the person made of it. */
export type Answer =
  | { readonly is: 'option'; readonly optionId: string }
  | { readonly is: 'form'; readonly content: Readonly<Record<string, FieldValue>> }
  | { readonly is: 'visited' }
  | { readonly is: 'declined' }
  | { readonly is: 'dismissed' }
