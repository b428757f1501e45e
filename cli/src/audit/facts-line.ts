/** The facts of an action in one line: where, or which words. What is not known is shown as it stands in the log. */

import { isObject } from '../json-object.js'
import { toSafeJson } from '../listing/safe-json.js'

export function factsLine(facts: unknown): string {
  if (!isObject(facts)) return facts === undefined ? '' : toSafeJson(facts)
  const { at, from, to, argv, url, mode, title, tool, server } = facts
  if (Array.isArray(argv)) return argv.map(toWord).join(' ')
  const places = (Array.isArray(at) ? at : [at]).flatMap(pathOf)
  if (places.length > 0) return places.join(' ')
  const ends = [from, to].flatMap(pathOf)
  if (ends.length === 2) return ends.join(' → ')
  const text = [url, mode, title, tool, server].find(each => typeof each === 'string')
  return typeof text === 'string' ? text : toSafeJson(facts)
}

function toWord(word: unknown): string {
  const text = String(word)
  return /^[\w@%+=:,./-]+$/.test(text) ? text : JSON.stringify(text)
}

function pathOf(place: unknown): readonly string[] {
  return isObject(place) && typeof place.path === 'string' ? [place.path] : []
}
