/** How a client under test is driven: for each task the command that makes it do it. What has no command is skipped. */

/** What a client can be asked to do. It is started anew for each, and may end when it is done. */
export type Task =
  /** Make a session in {cwd} and send one prompt, {prompt}; allow what is asked. */
  | 'prompt'
  /** The same, and refuse what is asked. */
  | 'prompt_deny'
  /** The same, and lend nothing: no files, no terminals, no forms. */
  | 'prompt_bare'
  /** The same, and cancel the turn as soon as the agent has said or asked something. */
  | 'cancel'
  /** Two prompts in one session, one after the other; two sessions, a prompt each, at the same time. */
  | 'two_prompts'
  | 'two_sessions'
  /** Take up session {session}: with its history, or without. */
  | 'load'
  | 'resume'
  /** List sessions to the last page; close, fork a session that was just made; delete session {session}. */
  | 'list'
  | 'close'
  | 'delete'
  | 'fork'
  /** Set the mode, an option of a choice, an option of yes or no: the second value offered. */
  | 'set_mode'
  | 'set_option'
  | 'set_boolean'
  /** Sign in by the first method that fits, make a session; and sign out. */
  | 'sign_in'
  | 'sign_out'
  /** Fill in what the agent asks for; say no to it; visit the address. */
  | 'form'
  | 'form_decline'
  | 'visit'
  /** Send an image and an embedded text with the prompt, where the agent can take them. */
  | 'attach'
  /** Make a session with an MCP server on stdio, and one on HTTP where the agent can take it. */
  | 'mcp'
  /** Make a session that may also work in {beside}, where the agent can take that. */
  | 'directories'

/** Every task there is. */
export const clientTasks: readonly Task[] = [
  'prompt',
  'prompt_deny',
  'prompt_bare',
  'cancel',
  'two_prompts',
  'two_sessions',
  'load',
  'resume',
  'list',
  'close',
  'delete',
  'fork',
  'set_mode',
  'set_option',
  'set_boolean',
  'sign_in',
  'sign_out',
  'form',
  'form_decline',
  'visit',
  'attach',
  'mcp',
  'directories',
]

export interface ClientFixture {
  readonly name: string
  /**
   * The command for each task, word by word. Filled in: {agent} is the command line of our agent, {agent:json} the same as
   * a JSON array of words, {cwd}, {beside}, {prompt}, {session}, {version}: the version of the protocol to offer, {mode},
   * {option}, {value}, {method}: what to set and how to sign in, for clients that must be told by name, and {state}: a
   * file to which the client may write its view as JSON (see `ClientView`).
   */
  readonly tasks: Readonly<Partial<Record<Task, readonly string[]>>>
  readonly env?: Readonly<Record<string, string>> | undefined
  /** It cancels when it is interrupted, and not by itself. */
  readonly isInterrupted?: boolean | undefined
  /** What of the protocol it is known to lend, for the record; nothing is demanded because of it. */
  readonly versions?: readonly (1 | 2)[] | undefined
}
