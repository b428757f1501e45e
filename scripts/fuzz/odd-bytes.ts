/** Damages the bytes of a message: cut short, marked, salted with bytes that are no text. */
import type { Random } from './random.js'

const NOISE = [
  'npm warn deprecated',
  'undefined',
  '{"jsonrpc":"2.0"',
  "{'jsonrpc':'2.0'}",
  '{"jsonrpc":"2.0","id":1,}',
  'null',
  'true',
  '0',
  '"text"',
  'NaN',
  '{}',
  '[]]',
  '[1,2,3]',
  '\u0007\u001b[31mred\u001b[0m',
  '{"jsonrpc":"2.0","method":"session/update","params":"text"}',
  '{"jsonrpc":"1.0","method":"session/new","id":"old"}',
]

const DAMAGES: readonly ((text: Buffer, random: Random) => Buffer)[] = [
  (text, random) => text.subarray(0, random.below(text.length)),
  text => Buffer.concat([Buffer.from('\ufeff'), text]),
  text => Buffer.concat([text, Buffer.from('\r')]),
  text => Buffer.concat([Buffer.from(' \t '), text, Buffer.from(' \t')]),
  (text, random) =>
    splice(text, random, random.pick([[0], [0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf8], [0xfe]])),
  (text, random) =>
    splice(text, random, Buffer.from(random.pick(['\u2028', '\ud83d', '"', '\\', '}', '\u0001']))),
  text => Buffer.concat([text, text]),
  (text, random) => Buffer.concat([text, Buffer.from(random.pick([',', ']', 'x', '{}', '\u0000']))]),
]

export function damage(text: Buffer, random: Random): Buffer {
  return random.pick(DAMAGES)(text, random)
}

export function noise(random: Random): Buffer {
  if (random.chance(0.3)) return Buffer.from(random.pick(['', '\r', ' ', '\t', '   ', '\ufeff', '      \r']))
  if (random.chance(0.6)) return Buffer.from(random.pick(NOISE))
  // No newline, and no C: as the first byte of all it would choose another framing.
  const bytes = Array.from({ length: random.between(1, 60) }, () => random.below(256))
  return Buffer.from(bytes.filter(byte => byte !== 10 && byte !== 67 && byte !== 99))
}

function splice(text: Buffer, random: Random, bytes: Iterable<number>): Buffer {
  const at = random.below(text.length + 1)
  return Buffer.concat([text.subarray(0, at), Buffer.from([...bytes]), text.subarray(at)])
}
