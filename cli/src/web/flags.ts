/** What `parley web` was told. */

export interface WebFlags {
  readonly agent?: readonly string[] | undefined
  readonly port?: number | undefined
  readonly open: boolean
  readonly cwd?: string | undefined
  readonly format: 'text' | 'json'
}
