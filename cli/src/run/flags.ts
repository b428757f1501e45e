/** What was typed behind `parley run`, as it was typed. */

export type FormatName = 'text' | 'json' | 'ndjson' | 'markdown' | 'quiet'
export type Approval = 'reads' | 'edits' | 'all'

export interface RunFlags {
  readonly agent?: string | undefined
  readonly cwd?: string | undefined
  readonly scratch?: boolean | undefined
  readonly addDir?: readonly string[] | undefined
  readonly file?: string | undefined
  readonly blocks?: string | undefined
  readonly attach?: readonly string[] | undefined
  readonly session?: string | undefined
  /** True for the last one. */
  readonly resume?: string | true | undefined
  readonly mode?: string | undefined
  readonly option?: readonly string[] | undefined
  readonly mcp?: string | undefined
  readonly env?: readonly string[] | undefined
  readonly signIn?: string | undefined
  readonly protocol: '1' | '2'
  readonly policy?: string | undefined
  readonly allow?: readonly string[] | undefined
  readonly deny?: readonly string[] | undefined
  readonly approve?: Approval | undefined
  readonly answer?: readonly string[] | undefined
  readonly visit: boolean
  readonly input: boolean
  readonly fs: boolean
  readonly terminal: boolean
  readonly timeout?: string | undefined
  readonly maxCost?: string | undefined
  readonly format: FormatName
  readonly trace?: string | undefined
  readonly verbose?: boolean | undefined
}
