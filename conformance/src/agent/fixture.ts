/** How an agent under test is driven: the words that make it do what a scenario must see. What has no words is skipped. */

/** What an agent can be asked to do. */
export type Deed =
  /** Say {text}, or at least a word or two. */
  | 'say'
  /** Say something, and then go on with the turn for at least five seconds. */
  | 'talk'
  /** Read the file {path}. */
  | 'read'
  /** Write {text} to the file {path}, with leave. */
  | 'write'
  /** Run a command that ends at once and prints {text}, with leave. */
  | 'run'
  /** Run a command that takes a minute, with leave. */
  | 'wait'
  /** Show a plan, and change it at least once. */
  | 'plan'
  /** Ask the user to fill in a form. */
  | 'form'
  /** Ask the user to visit an address. */
  | 'visit'
  /** Change the mode, or an option, by itself. */
  | 'switch'
  /** Use a tool of the MCP server {server}. */
  | 'mcp'
  /** Fail at something: read the file {path}, which is not there. */
  | 'fail'
  /** Show a notice; make its memory shorter. */
  | 'notice'
  | 'compact'

export interface AgentFixture {
  readonly name: string
  /** The prompt for each deed; {path}, {text}, {server} are filled in. */
  readonly prompts: Readonly<Partial<Record<Deed, string>>>
  /** Variables that the agent needs. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** The way to sign in that the scenarios may use; it is used wherever the agent offers it. */
  readonly authMethod?: string | undefined
  /** Variables with which nobody is signed in yet, where the agent does not always begin so. */
  readonly signedOutEnv?: Readonly<Record<string, string>> | undefined
  /** Milliseconds that a turn may take at most. */
  readonly turnMilliseconds?: number | undefined
}
