/** Spoils the line of a message, newline kept: each in a way that a reader must be able to bear. */

import { isObject } from '../../json-object.js'
import type { Dice } from './dice.js'
import type { Damage } from './rule.js'

const NEWLINE = Buffer.from('\n')

export function spoil(line: Uint8Array, how: Damage, dice: Dice): Uint8Array {
  const body = Buffer.from(line.at(-1) === 10 ? line.subarray(0, -1) : line)
  return Buffer.concat([toDamaged(body, how, dice), NEWLINE])
}

function toDamaged(body: Buffer, how: Damage, dice: Dice): Buffer {
  const place = Math.floor(dice() * body.length)
  switch (how) {
    case 'cut':
      return body.subarray(0, place)
    case 'flip':
      return flipped(body, place, dice)
    case 'wrong_type':
      return withWrongType(body, dice)
    case 'invalid_utf8':
      return Buffer.concat([body.subarray(0, place), Buffer.from([0xff, 0xc3, 0x28]), body.subarray(place)])
    case 'not_json':
      return Buffer.from('this is no JSON')
  }
}

/** One bit of one byte, but never a new line. */
function flipped(body: Buffer, place: number, dice: Dice): Buffer {
  const spoilt = Buffer.from(body)
  for (let bit = Math.floor(dice() * 8), tries = 0; tries < 8; tries++, bit = (bit + 1) % 8) {
    const value = (body[place] ?? 0) ^ (1 << bit)
    if (value === 10 || value === 13) continue
    spoilt[place] = value
    break
  }
  return spoilt
}

/** A member of the params, the result or the error becomes something else; of a message without one, all of them do. */
function withWrongType(body: Buffer, dice: Dice): Buffer {
  let message: unknown
  try {
    message = JSON.parse(body.toString('utf8'))
  } catch {
    return body
  }
  if (!isObject(message)) return Buffer.from('0')
  const part = ['params', 'result', 'error'].find(name => name in message) ?? 'method'
  const value = message[part]
  const names = isObject(value) ? Object.keys(value) : []
  const name = names[Math.floor(dice() * names.length)]
  const wrong =
    isObject(value) && name !== undefined ? { ...value, [name]: otherThan(value[name]) } : otherThan(value)
  return Buffer.from(JSON.stringify({ ...message, [part]: wrong }))
}

function otherThan(value: unknown): unknown {
  return typeof value === 'number' ? 'a text' : 42
}
