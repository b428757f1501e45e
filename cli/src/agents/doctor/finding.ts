/** One thing that was looked at: whether it is well, odd but harmless, or wrong. */

export interface Finding {
  readonly state: 'well' | 'odd' | 'wrong'
  /** What was looked at, in a word or two. */
  readonly about: string
  readonly says: string
  readonly cure?: string | undefined
}
