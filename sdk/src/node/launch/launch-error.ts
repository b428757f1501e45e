/** Why an agent could not be started, for people: what happened, where it was looked for, what to do about it. */

/** What kept a program from being started, in one word. */
export type LaunchErrorReason =
  | 'not_found'
  | 'no_directory'
  | 'not_executable'
  | 'no_interpreter'
  | 'wrong_system'
  | 'unsafe_arguments'
  | 'refused'

/** A place where a program was looked for. */
export interface Look {
  /** What the place is, in words: "the PATH of this process", "nvm". */
  readonly place: string
  readonly folders: readonly string[]
  /** Why the place was of no use, where that is not plain. */
  readonly remark?: string | undefined
}

/** What a failed start says. */
export interface LaunchFailure {
  readonly what: string
  readonly cure: string
  readonly looked?: readonly Look[] | undefined
}

/** An agent that could not be started; the message names the cause and the cure. */
export class LaunchError extends Error {
  override readonly name = 'LaunchError'
  readonly reason: LaunchErrorReason
  /** The places where the program was looked for, in order. */
  readonly looked: readonly Look[]
  /** What to do about it. */
  readonly cure: string

  constructor(reason: LaunchErrorReason, failure: LaunchFailure, options?: ErrorOptions) {
    const looked = failure.looked ?? []
    super([failure.what, ...looked.map(toLine), `What to do: ${failure.cure}`].join('\n'), options)
    this.reason = reason
    this.looked = looked
    this.cure = failure.cure
  }
}

const SHOWN_FOLDERS = 12

function toLine({ place, folders, remark }: Look): string {
  const more = folders.length > SHOWN_FOLDERS ? ` and ${folders.length - SHOWN_FOLDERS} more` : ''
  const shown = `${folders.slice(0, SHOWN_FOLDERS).join(', ')}${more}`
  const said = [shown, remark ?? ''].filter(part => part !== '').join('; ')
  return `  looked in ${place}: ${said === '' ? 'it names no folders' : said}`
}
