/** A small PNG picture, made of pixels. Knows the format and nothing of the protocol. */

import { crc32, deflateSync } from 'node:zlib'

type Colour = readonly [red: number, green: number, blue: number]

/** The colours a picture can have. */
export const COLOURS: Readonly<Record<string, Colour>> = {
  red: [214, 64, 69],
  green: [67, 160, 71],
  blue: [30, 136, 229],
}

const GREY: Colour = [128, 128, 128]
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const SIZE = 32
const BITS = 8
const TRUE_COLOUR = 2

/** A square of that colour, darker towards its lower end. */
export function picture(colour: string): Buffer {
  const [red, green, blue] = COLOURS[colour] ?? GREY
  const rows = Array.from({ length: SIZE }, (_, row) => {
    const light = 1 - row / (2 * SIZE)
    const pixel = [red, green, blue].map(part => Math.round(part * light))
    // Each row begins with the number of its filter: none.
    return Buffer.from([0, ...Array.from({ length: SIZE }, () => pixel).flat()])
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIZE, 0)
  header.writeUInt32BE(SIZE, 4)
  header.set([BITS, TRUE_COLOUR, 0, 0, 0], 8)
  const body = deflateSync(Buffer.concat(rows))
  return Buffer.concat([SIGNATURE, part('IHDR', header), part('IDAT', body), part('IEND', Buffer.alloc(0))])
}

function part(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
