/** What somebody is asked: for leave to act, to fill in a form, or to visit an address. Drawn outside the conversation. */

import type { FormRequest, PermissionChange, PermissionChoice } from '@parley/acp/client'
import type { ToolCallContent, ToolCallLocation } from '@parley/acp/thread'

/** An answer that may be given, and the rule that it would write where it lasts. */
export interface Choice extends PermissionChoice {
  readonly rule?: string | undefined
}

export interface PermissionQuestion {
  readonly is: 'permission'
  readonly id: string
  readonly askedAt: number
  readonly title: string
  readonly description?: string | undefined
  readonly toolCallId?: string | undefined
  readonly toolKind: string
  /** The gateway itself would do it, and says what; else it is the agent's word, by whatever way it was told. */
  readonly isEstablished: boolean
  /** Why it is asked, as the gateway tells it. */
  readonly reason?: string | undefined
  /** What would happen, one line each, as the gateway tells it. */
  readonly lines?: readonly string[] | undefined
  /** The exact command, where it is one. */
  readonly command?: string | undefined
  readonly cwd?: string | undefined
  /** All files that would change. */
  readonly changes: readonly PermissionChange[]
  readonly locations: readonly ToolCallLocation[]
  readonly content: readonly ToolCallContent[]
  readonly rawInput?: unknown
  readonly choices: readonly Choice[]
}

export interface FormQuestion {
  readonly is: 'form'
  readonly id: string
  readonly askedAt: number
  readonly message: string
  readonly schema: FormRequest['schema']
}

export interface UrlQuestion {
  readonly is: 'url'
  readonly id: string
  readonly askedAt: number
  readonly message: string
  readonly url: string
}

/** The agent wants somebody to sign in, in one of these ways. */
export interface SignInQuestion {
  readonly is: 'sign-in'
  readonly id: string
  readonly askedAt: number
  readonly agent: string
}

export type Question = PermissionQuestion | FormQuestion | UrlQuestion | SignInQuestion

/** What is answered to a form or an address: values, or that it was declined or put aside. */
export type FormAnswer =
  | { readonly action: 'accept'; readonly content?: Readonly<Record<string, unknown>> | undefined }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' }
