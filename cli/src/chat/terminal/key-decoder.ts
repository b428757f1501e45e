/**
 * Reads what a terminal sends, in pieces cut anywhere: keys, pasted text, and what it says of itself. What it does not
 * know it swallows: no part of a control sequence is ever taken for something that was typed.
 */

import type { Input, Key } from '../screen/input.js'
import { charactersOf } from '../screen/width.js'
import { backgroundOf } from './background-reply.js'
import { inputOfSequence, keyOfByte, keyOfConsole, keyOfSingleShift, typed } from './key-sequence.js'
import { PASTE_START, PasteReader } from './paste-reader.js'

const ESCAPE = 0x1b
const BELL = 0x07
const [SPACE, DELETE] = [0x20, 0x7f]
/** Longer than any key or answer that is waited for; what is longer is dropped. */
const LONGEST_SEQUENCE = 256
const LONGEST_STRING = 4_096
/** `[`, `O`, `]`, `P`, `X`, `^` and `_` behind an escape begin a sequence; alone they were typed with Alt. */
const INTRODUCERS = new Set([0x5b, 0x4f, 0x5d, 0x50, 0x58, 0x5e, 0x5f])

/** How far one thing went, and what it was; nothing where the rest of it has not come yet. */
interface Taken {
  readonly end: number
  readonly inputs: readonly Input[]
}

const nothing = (end: number): Taken => ({ end, inputs: [] })
const oneKey = (end: number, key: Key | undefined): Taken =>
  key === undefined ? nothing(end) : { end, inputs: [{ type: 'key', key }] }
const withAlt = ({ end, inputs }: Taken): Taken => ({
  end,
  inputs: inputs.map(each => (each.type === 'key' ? { ...each, key: { ...each.key, isAlt: true } } : each)),
})

export class KeyDecoder {
  #rest: Buffer = Buffer.alloc(0)
  #paste: PasteReader | undefined
  /** Inside of something that was too long: it is passed over up to its end. */
  #passing: 'control' | 'string' | undefined

  /** Something was begun that may be whole already: `flush` tells, after a moment of silence. */
  get isWaiting(): boolean {
    return this.#rest[0] === ESCAPE && this.#paste === undefined && this.#passing === undefined
  }

  decode(bytes: Uint8Array): readonly Input[] {
    const inputs: Input[] = []
    let data: Buffer = this.#rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#rest, bytes])
    for (;;) {
      if (this.#paste !== undefined) {
        const end = this.#paste.read(data)
        if (end === undefined) data = Buffer.alloc(0)
        else {
          inputs.push({ type: 'paste', text: this.#paste.text() })
          this.#paste = undefined
          data = data.subarray(end)
        }
      }
      if (data.length === 0) break
      const taken = this.#takeNext(data)
      if (taken === undefined) break
      for (const input of taken.inputs) inputs.push(input)
      data = data.subarray(taken.end)
    }
    this.#rest = Buffer.from(data)
    return inputs
  }

  /** Nothing came for a moment: what could be the beginning of a sequence was a key of its own. */
  flush(): readonly Input[] {
    if (!this.isWaiting) return []
    const rest = this.#rest
    const [, second = 0] = rest
    const pressed: Input = { type: 'key', key: typed('escape') }
    if (rest.length > 3 || (rest.length === 3 && second !== ESCAPE)) return []
    const last = rest[rest.length - 1] ?? 0
    if (last !== ESCAPE && !INTRODUCERS.has(last)) return []
    this.#rest = Buffer.alloc(0)
    if (last === ESCAPE) return rest.length === 1 ? [pressed] : [pressed, pressed]
    const alt: Input = { type: 'key', key: { ...typed('character', String.fromCharCode(last)), isAlt: true } }
    return rest.length === 2 ? [alt] : [pressed, alt]
  }

  #takeNext(data: Buffer): Taken | undefined {
    if (this.#passing === 'control') return this.#passControl(data)
    if (this.#passing === 'string') return this.#passString(data)
    const byte = data[0] ?? 0
    if (byte === ESCAPE) return this.#takeEscape(data)
    return byte < SPACE || byte === DELETE ? oneKey(1, keyOfByte(byte)) : takeText(data)
  }

  #takeEscape(data: Buffer): Taken | undefined {
    const second = data[1]
    if (second === undefined) return undefined
    if (second === ESCAPE) return this.#takeTwoEscapes(data)
    if (INTRODUCERS.has(second)) return this.#takeSequence(data)
    if (second < SPACE || second === DELETE) return withAlt(oneKey(2, keyOfByte(second)))
    return takeAltText(data)
  }

  /** Some terminals put a second escape before a key that is pressed with Alt; otherwise the first is a key. */
  #takeTwoEscapes(data: Buffer): Taken | undefined {
    const third = data[2]
    if (third === undefined) return undefined
    if (third !== 0x5b && third !== 0x4f) return oneKey(1, typed('escape'))
    const taken = this.#takeSequence(data.subarray(1))
    return taken === undefined ? undefined : withAlt({ ...taken, end: taken.end + 1 })
  }

  #takeSequence(data: Buffer): Taken | undefined {
    if (data[1] === 0x5b) return this.#takeControl(data)
    return data[1] === 0x4f ? takeSingleShift(data) : this.#takeString(data)
  }

  #takeControl(data: Buffer): Taken | undefined {
    let at = 2
    // The Linux console has function keys of its own: ESC [ [ A.
    if (data[at] === 0x5b) {
      const letter = data[3]
      if (letter === undefined) return undefined
      return isWithin(letter, 0x41, 0x45) ? oneKey(4, keyOfConsole(letter)) : nothing(3)
    }
    while (at < data.length && isWithin(data[at], 0x20, 0x3f)) at++
    if (at > LONGEST_SEQUENCE) {
      this.#passing = 'control'
      return nothing(at)
    }
    const final = data[at]
    if (final === undefined) return undefined
    if (!isWithin(final, 0x40, 0x7e)) return nothing(at)
    const body = data.toString('latin1', 2, at + 1)
    if (body === PASTE_START) {
      this.#paste = new PasteReader()
      return nothing(at + 1)
    }
    const input = inputOfSequence(body)
    return { end: at + 1, inputs: input === undefined ? [] : [input] }
  }

  /** A string of the terminal, up to a bell or ESC \. Any other control character means that it was none. */
  #takeString(data: Buffer): Taken | undefined {
    let at = 2
    while (at < data.length && (data[at] ?? 0) >= SPACE) at++
    if (at > LONGEST_STRING) {
      this.#passing = 'string'
      return nothing(at)
    }
    const byte = data[at]
    if (byte === undefined || (byte === ESCAPE && at + 1 === data.length)) return undefined
    const isEnded = byte === BELL || (byte === ESCAPE && data[at + 1] === 0x5c)
    if (!isEnded) return nothing(at)
    const end = byte === BELL ? at + 1 : at + 2
    const isDark = data[1] === 0x5d ? backgroundOf(data.toString('latin1', 2, at)) : undefined
    return { end, inputs: isDark === undefined ? [] : [{ type: 'background', isDark }] }
  }

  #passControl(data: Buffer): Taken {
    let at = 0
    while (at < data.length && isWithin(data[at], 0x20, 0x3f)) at++
    if (at === data.length) return nothing(at)
    this.#passing = undefined
    return nothing(isWithin(data[at], 0x40, 0x7e) ? at + 1 : at)
  }

  #passString(data: Buffer): Taken | undefined {
    let at = 0
    while (at < data.length && (data[at] ?? 0) >= SPACE) at++
    const byte = data[at]
    if (byte === undefined) return at === 0 ? undefined : nothing(at)
    if (byte === ESCAPE && at + 1 === data.length) return at === 0 ? undefined : nothing(at)
    this.#passing = undefined
    if (byte === BELL) return nothing(at + 1)
    return nothing(byte === ESCAPE && data[at + 1] === 0x5c ? at + 2 : at)
  }
}

const isWithin = (byte: number | undefined, from: number, to: number): boolean =>
  byte !== undefined && byte >= from && byte <= to

function takeSingleShift(data: Buffer): Taken | undefined {
  let at = 2
  while (at < data.length && at < 5 && isWithin(data[at], 0x30, 0x3b)) at++
  const final = data[at]
  if (final === undefined) return undefined
  if (!isWithin(final, 0x40, 0x7e)) return nothing(at)
  return oneKey(at + 1, keyOfSingleShift(final, data.toString('latin1', 2, at)))
}

/** As much text as there is whole. */
function takeText(data: Buffer): Taken | undefined {
  let end = 0
  while (end < data.length && (data[end] ?? 0) >= SPACE && data[end] !== DELETE) end++
  if (end === data.length) end -= tornLength(data)
  if (end === 0) return undefined
  const text = data.toString('utf8', 0, end)
  return { end, inputs: charactersOf(withoutControls(text)).map(toCharacter) }
}

function takeAltText(data: Buffer): Taken | undefined {
  const lead = data[1] ?? 0
  const wanted = lead < 0xc2 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 1
  let length = 1
  while (length < wanted && isWithin(data[1 + length], 0x80, 0xbf)) length++
  if (length < wanted && 1 + length === data.length) return undefined
  const end = 1 + length
  const [first] = [...withoutControls(data.toString('utf8', 1, end))]
  return first === undefined ? nothing(end) : withAlt({ end, inputs: [toCharacter(first)] })
}

const toCharacter = (text: string): Input => ({ type: 'key', key: typed('character', text) })

/** The control characters that only a byte above 127 can make: nobody types them. */
const withoutControls = (text: string): string => text.replace(/[\u0080-\u009f]/g, '')

/** How many bytes at the end are the beginning of a character. */
function tornLength(data: Buffer): number {
  for (let back = 1; back <= Math.min(3, data.length); back++) {
    const byte = data[data.length - back] ?? 0
    if (byte >= 0xc2 && byte <= 0xf4) {
      const wanted = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
      return wanted > back ? back : 0
    }
    if (byte < 0x80 || byte > 0xbf) return 0
  }
  return 0
}
