/**
 * Loaded into a gateway before anything else: how much work it does in one turn of its event loop, told to whoever started it
 * when asked. Work is the time that its one thread had a processor: what others on the machine do to it does not count.
 */
import { WASI } from 'node:wasi'

/** Milliseconds of work in one turn. */
export interface Turns {
  readonly longest: number
  /** 99 of 100, and 999 of 1,000 turns took at most so much. */
  readonly p99: number
  readonly p999: number
}

const LOOK_MILLISECONDS = 1
const NANOSECONDS = 1e6
const THREAD_CLOCK = 3
// A module that has one memory, and nothing else.
const MEMORY = [0, 97, 115, 109, 1, 0, 0, 0, 5, 3, 1, 0, 1, 7, 10, 1, 6, 109, 101, 109, 111, 114, 121, 2, 0]

/** Node tells the time of the whole process only; the clock of a thread is one of those that WebAssembly may ask for. */
function threadClock(): () => number {
  const wasi = new WASI({ version: 'preview1' })
  // The types of Node do not have it.
  const { Instance, Module } = Reflect.get(globalThis, 'WebAssembly')
  const instance = new Instance(new Module(new Uint8Array(MEMORY)))
  wasi.initialize(instance)
  const view = new DataView(instance.exports.memory.buffer)
  const ask = Reflect.get(wasi.wasiImport, 'clock_time_get')
  return () => {
    ask(THREAD_CLOCK, 0n, 0)
    return Number(view.getBigUint64(0, true)) / NANOSECONDS
  }
}

const worked = threadClock()
let turns: number[] = []
let last = worked()

setInterval(() => {
  const now = worked()
  turns.push(now - last)
  last = now
}, LOOK_MILLISECONDS).unref()

process.on('message', () => {
  const sorted = turns.sort((left, right) => left - right)
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  process.send?.({ longest: at(1), p99: at(0.99), p999: at(0.999) })
  turns = []
})
// Nobody is kept alive by being watched.
process.channel?.unref()
