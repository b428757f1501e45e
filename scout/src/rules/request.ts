/** A plain request, made ready to be held against rules: its courtesies taken off, its words as they were typed. */

import type { Errand } from '../errand.js'
import { mentionsIn, withoutMarks } from '../mentions.js'

export interface PlainRequest {
  readonly errand: Errand
  /** Without greetings, courtesies and the mark at its end. */
  readonly text: string
  /** The file that it mentions, where it mentions one: what "this" means. */
  readonly mentioned: string | undefined
}

/** Longer ones are not requests that a rule could understand. */
const MOST_CHARACTERS = 400

const OPENINGS =
  /^(?:(?:hey|hi|hello|ok|okay|so|now|then|and|well)[,!]?\s+|scout[,:!]?\s+|please[,]?\s+|(?:can|could|would|will) you (?:please )?|(?:i(?:'d| would) like|i want)(?: you)? to\s+|let'?s\s+|let us\s+)+/i
const ENDINGS = /(?:[\s,]+(?:please|thanks|thank you|for me|now))*(?:[\s?!]|(?<![./])\.)*$/i

/** The request in a message; nothing when it is too long for one, or says nothing. */
export function toRequest(errand: Errand): PlainRequest | undefined {
  const { turn, workspace } = errand
  const whole = withoutMarks(turn.text, turn.blocks).trim()
  if (whole.length > MOST_CHARACTERS) return undefined
  const [path] = mentionsIn(turn.blocks).paths
  const text = whole.replace(OPENINGS, '').replace(ENDINGS, '').trim()
  const mentioned = path === undefined ? undefined : workspace.shorten(path)
  // Nothing but courtesies is a greeting.
  return { errand, text: text === '' ? whole : text, mentioned }
}

/** What stands in quotes or backticks, without them. */
export function unquote(text: string): string {
  const trimmed = text.trim()
  const [, , inner] = /^(["'`“‘])([\s\S]*)["'`”’]$/.exec(trimmed) ?? []
  return inner ?? trimmed
}
