/** Server-sent events out of bytes: the data of each, as bytes. Whether they are text at all is for the judge. */

import { LineCutter } from './line-cutter.js'

const RETURN = 13
const SPACE = 32
const DATA = Buffer.from('data:')
const MARK = Buffer.from([0xef, 0xbb, 0xbf])

export class EventCutter {
  readonly #cutter = new LineCutter()
  #data: Uint8Array[] = []
  #isFirst = true

  /** The data of the events that are whole by now; of several lines with their breaks. */
  push(chunk: Uint8Array): readonly Uint8Array[] {
    const events: Uint8Array[] = []
    for (const line of this.#cutter.push(chunk)) {
      const event = this.#take(this.#bare(line))
      if (event !== undefined) events.push(event)
    }
    return events
  }

  /** Bytes of a line that is not whole yet. */
  get held(): number {
    return this.#cutter.held
  }

  #bare(line: Uint8Array): Uint8Array {
    const whole = line.at(-1) === RETURN ? line.subarray(0, -1) : line
    const isMarked = this.#isFirst && MARK.every((byte, index) => whole[index] === byte)
    this.#isFirst = false
    return isMarked ? whole.subarray(MARK.length) : whole
  }

  #take(line: Uint8Array): Uint8Array | undefined {
    if (line.length === 0) {
      const data = this.#data
      this.#data = []
      return data.length === 0 ? undefined : joined(data)
    }
    if (DATA.every((byte, index) => line[index] === byte))
      this.#data.push(line.subarray(line[DATA.length] === SPACE ? DATA.length + 1 : DATA.length))
    return undefined
  }
}

function joined(lines: readonly Uint8Array[]): Uint8Array {
  const [only = new Uint8Array(0)] = lines
  if (lines.length === 1) return only
  return Buffer.concat(lines.flatMap((line, index) => (index === 0 ? [line] : [Buffer.from('\n'), line])))
}
