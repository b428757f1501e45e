/**
 * Which key a byte or a control sequence stands for: the keys of xterm and of the consoles before it, and the two ways in
 * which newer terminals tell more of them apart (modifyOtherKeys, and `CSI u` of the kitty keyboard protocol).
 */

import type { Input, Key, KeyName } from '../screen/input.js'

export function typed(name: KeyName, text = ''): Key {
  return { name, text, isControl: false, isAlt: false, isShift: false }
}

const LETTERS: Readonly<Record<string, KeyName>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
  M: 'enter',
  I: 'tab',
}

const NUMBERS: Readonly<Record<number, KeyName>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'page-up',
  6: 'page-down',
  7: 'home',
  8: 'end',
  11: 'f1',
  12: 'f2',
  13: 'f3',
  14: 'f4',
  15: 'f5',
  17: 'f6',
  18: 'f7',
  19: 'f8',
  20: 'f9',
  21: 'f10',
  23: 'f11',
  24: 'f12',
}

/** The keys that have a number of their own in `CSI u`; those of the number pad begin at 57399. */
const CODES: Readonly<Record<number, KeyName>> = {
  8: 'backspace',
  9: 'tab',
  10: 'enter',
  13: 'enter',
  27: 'escape',
  127: 'backspace',
  57414: 'enter',
  57417: 'left',
  57418: 'right',
  57419: 'up',
  57420: 'down',
  57421: 'page-up',
  57422: 'page-down',
  57423: 'home',
  57424: 'end',
  57425: 'insert',
  57426: 'delete',
}
const FIRST_PAD_CODE = 57399
const PAD_CODES = '0123456789./*-+'
/** The number pad behind ESC O, from `j` on. */
const PAD_LETTERS = '*+,-./0123456789'

/** A control character as the key that makes it. */
export function keyOfByte(byte: number): Key | undefined {
  if (byte === 0x0d) return typed('enter')
  if (byte === 0x09) return typed('tab')
  // Ctrl+H is Backspace at some terminals, and nowhere something else that is wanted.
  if (byte === 0x7f || byte === 0x08) return typed('backspace')
  if (byte === 0) return { ...typed('character', ' '), isControl: true }
  const text = byte <= 26 ? String.fromCharCode(byte + 0x60) : '\\]^_'[byte - 28]
  return text === undefined ? undefined : { ...typed('character', text), isControl: true }
}

/** What stands behind ESC O, with the modifier that a few terminals put between. */
export function keyOfSingleShift(final: number, modifier = ''): Key | undefined {
  const letter = String.fromCharCode(final)
  const name = LETTERS[letter]
  if (name !== undefined) return withModifier(typed(name), numberOf(modifier.split(';').at(-1)))
  const pad = letter === 'X' ? '=' : PAD_LETTERS[final - 0x6a]
  return pad === undefined ? undefined : typed('character', pad)
}

/** What stands behind ESC [ [ at the Linux console. */
export function keyOfConsole(letter: number): Key | undefined {
  const name = (['f1', 'f2', 'f3', 'f4', 'f5'] as const)[letter - 0x41]
  return name === undefined ? undefined : typed(name)
}

/** What stands behind ESC [, its last letter included. */
export function inputOfSequence(body: string): Input | undefined {
  if (body === 'I' || body === 'O') return { type: 'focus', isFocused: body === 'I' }
  const key = keyOfSequence(body)
  return key === undefined ? undefined : { type: 'key', key }
}

function keyOfSequence(body: string): Key | undefined {
  const match = /^([0-9;:]*)([A-Za-z~])$/.exec(body)
  if (match === null) return undefined
  const [, parameters = '', final = ''] = match
  const [first = [], second = [], third = []] = parameters.split(';').map(each => each.split(':'))
  const [modifier, event] = [numberOf(second[0]), second[1]]
  if (event === '3') return undefined
  if (final === 'u') return keyOfCode(numberOf(first[0]), modifier, numberOf(first[1]))
  if (final === '~') {
    if (first[0] === '27') return keyOfCode(numberOf(third[0]), modifier)
    const name = NUMBERS[numberOf(first[0]) ?? 0]
    return name === undefined ? undefined : withModifier(typed(name), modifier)
  }
  if (final === 'Z') return withModifier({ ...typed('tab'), isShift: true }, modifier)
  const name = final === 'M' || final === 'I' ? undefined : LETTERS[final]
  // Anything but a one before the letter is an answer about something, such as the place of the cursor.
  if (name === undefined || (first[0] !== '' && first[0] !== '1')) return undefined
  return withModifier(typed(name), modifier)
}

function keyOfCode(
  code: number | undefined,
  modifier: number | undefined,
  shifted?: number,
): Key | undefined {
  if (code === undefined) return undefined
  const name = CODES[code]
  if (name !== undefined) return withModifier(typed(name), modifier)
  const pad = PAD_CODES[code - FIRST_PAD_CODE]
  if (pad !== undefined) return withModifier(typed('character', pad), modifier)
  if (!isTypeable(code)) return undefined
  const plain = String.fromCodePoint(code)
  const isShifted = (((modifier ?? 1) - 1) & 1) !== 0
  const shiftedText = shifted !== undefined && isTypeable(shifted) ? String.fromCodePoint(shifted) : undefined
  return withModifier(typed('character', isShifted ? (shiftedText ?? upper(plain)) : plain), modifier)
}

/** Some letters become two; then the key is shown as it is. */
function upper(text: string): string {
  const raised = text.toUpperCase()
  return [...raised].length === 1 ? raised : text
}

/** Control characters, halves of pairs and the codes that terminals use for keys like Caps Lock are no text. */
function isTypeable(code: number): boolean {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0) || code > 0x10ffff) return false
  return !(code >= 0xd800 && code <= 0xf8ff)
}

/** The modifiers of xterm: one more than the sum of Shift 1, Alt 2, Ctrl 4, Super 8, Hyper 16, Meta 32. */
function withModifier(key: Key, modifier: number | undefined): Key | undefined {
  const bits = Math.max(0, (modifier ?? 1) - 1)
  if ((bits & 24) !== 0) return undefined
  return {
    ...key,
    isControl: key.isControl || (bits & 4) !== 0,
    isAlt: key.isAlt || (bits & 34) !== 0,
    isShift: key.isShift || (key.name !== 'character' && (bits & 1) !== 0),
  }
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined || !/^[0-9]{1,7}$/.test(text) ? undefined : Number(text)
}
