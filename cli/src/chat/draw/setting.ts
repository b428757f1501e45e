/** What drawing needs to know besides what it draws. */

export interface Setting {
  readonly columns: number
  readonly now: number
  /** The directory of the conversation: paths in it are shown without it. */
  readonly cwd: string
  readonly home: string
  readonly showsThoughts: boolean
  /** How many rows the whole screen has. */
  readonly height?: number | undefined
  /** It stands as the person's, and the agent said it. */
  readonly isAsIf?: boolean | undefined
  /** Somebody else said it: cleaned. */
  readonly by?: string | undefined
}
