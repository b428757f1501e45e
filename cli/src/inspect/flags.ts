/** What `parley inspect` was told beside its words. */

export interface InspectFlags {
  /** True where no file is named. */
  readonly record?: string | true | undefined
  readonly log?: string | undefined
  readonly filter?: string | undefined
  readonly plain?: boolean | undefined
  /** False with `--no-watch`. */
  readonly watch?: boolean | undefined
  readonly chaos?: string | undefined
  readonly seed?: string | undefined
  readonly hold?: string | undefined
}
