/** Which key does what to the text. */

import type { Composer } from '../model/composer.js'
import type { Key } from '../screen/input.js'
import { wordOf } from '../screen/key-name.js'
import { edit, erase, insert, insertOwn, kill, redo, undo } from './edit.js'
import { lineEnd, lineStart, moveTo, moveVertically } from './motion.js'
import { placeAfter, placeBefore, wordEnd, wordStart } from './units.js'

/** Nothing where a key means nothing now. `columns` are those of the text. */
export type Action = (composer: Composer, columns: number) => Composer | undefined

type Place = (composer: Composer) => number

const go =
  (place: Place): Action =>
  composer =>
    composer.text === '' ? undefined : moveTo(composer, place(composer))

const left: Place = composer => placeBefore(composer, composer.cursor)
const right: Place = composer => placeAfter(composer, composer.cursor)
const wordLeft: Place = composer => wordStart(composer, composer.cursor)
const wordRight: Place = composer => wordEnd(composer, composer.cursor)

const back: Action = composer =>
  composer.text === '' ? undefined : (erase(composer, left(composer)) ?? composer)
const forth: Action = composer =>
  composer.text === '' ? undefined : (erase(composer, right(composer)) ?? composer)
const cut =
  (place: Place): Action =>
  composer =>
    kill(composer, place(composer)) ?? (composer.text === '' ? undefined : composer)

/** To the end of the line; there, the line end itself. */
const rest: Place = composer => (lineEnd(composer) === composer.cursor ? right(composer) : lineEnd(composer))
const begun: Place = composer =>
  lineStart(composer) === composer.cursor ? left(composer) : lineStart(composer)

const feed: Action = composer => insert(composer, '\n', 'type')
const yank: Action = composer => (composer.killed === '' ? undefined : insertOwn(composer, composer.killed))
/** Enter behind a backslash, which becomes the line end. */
const continued: Action = composer => {
  const { text, cursor } = composer
  return text[cursor - 1] === '\\'
    ? edit(composer, { from: cursor - 1, to: cursor, insert: '\n' })
    : undefined
}

const ACTIONS: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['left', go(left)],
  ['ctrl+b', go(left)],
  ['right', go(right)],
  ['ctrl+f', go(right)],
  ['up', (composer, columns) => moveVertically(composer, -1, columns)],
  ['down', (composer, columns) => moveVertically(composer, 1, columns)],
  ['home', go(lineStart)],
  ['ctrl+a', go(lineStart)],
  ['end', go(lineEnd)],
  ['ctrl+e', go(lineEnd)],
  ['ctrl+home', go(() => 0)],
  ['alt+<', go(() => 0)],
  ['ctrl+end', go(({ text }) => text.length)],
  ['alt+>', go(({ text }) => text.length)],
  ...['alt+b', 'alt+left', 'ctrl+left'].map(name => [name, go(wordLeft)] as const),
  ...['alt+f', 'alt+right', 'ctrl+right'].map(name => [name, go(wordRight)] as const),
  ...['backspace', 'shift+backspace', 'ctrl+h'].map(name => [name, back] as const),
  ['delete', forth],
  ['ctrl+d', forth],
  ['ctrl+w', cut(composer => wordStart(composer, composer.cursor, 'ink'))],
  ...['alt+backspace', 'ctrl+backspace'].map(name => [name, cut(wordLeft)] as const),
  ...['alt+d', 'alt+delete', 'ctrl+delete'].map(name => [name, cut(wordRight)] as const),
  ['ctrl+k', cut(rest)],
  ['ctrl+u', cut(begun)],
  ['ctrl+y', yank],
  ...['ctrl+_', 'ctrl+/', 'alt+z'].map(name => [name, undo] as const),
  ...['alt+Z', 'alt+shift+z'].map(name => [name, redo] as const),
  ...['shift+enter', 'ctrl+j'].map(name => [name, feed] as const),
  ['enter', continued],
])

export function actionOf(key: Key): Action | undefined {
  return ACTIONS.get(wordOf(key))
}
