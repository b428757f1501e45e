/** What a program at a terminal costs: its processor time, its memory, and how long a key takes to be seen. */

import { readFileSync } from 'node:fs'
import type { Person } from './person.fixture.js'

/** Of the kernel, which counts in hundredths of a second. */
const TICK_MILLISECONDS = 10

export interface Cost {
  /** Processor time so far. */
  readonly milliseconds: number
  readonly megabytes: number
  readonly peakMegabytes: number
}

/** The process at the terminal, and the one with the conversations. */
export function processesOf(person: Person): { readonly front: number; readonly worker: number } {
  const worker = person
    .processes()
    .find(pid => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('chat-worker.js'))
  if (worker === undefined) throw new Error('there is no worker')
  return { front: person.pty.pid, worker }
}

export function costOf(pid: number): Cost {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string): number =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024)
  return {
    milliseconds: (Number(fields[11]) + Number(fields[12])) * TICK_MILLISECONDS,
    megabytes: megabytes('VmRSS'),
    peakMegabytes: megabytes('VmHWM'),
  }
}

/** Milliseconds until the screen is so, looked at whenever something was written to it. */
export function timeUntil(person: Person, isSo: () => boolean, within = 10_000): Promise<number> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(late)
      watch.dispose()
    }
    const watch = person.terminal.onWriteParsed(() => {
      if (!isSo()) return
      end()
      resolve(performance.now() - start)
    })
    const late = setTimeout(() => {
      end()
      reject(new Error(`not seen within ${within} ms:\n${person.screen().join('\n')}`))
    }, within)
  })
}

/** What stands in the box in which one writes, without blanks. */
export function written(person: Person): string {
  const rows = person.screen()
  const top = rows.findLastIndex(row => row.startsWith('╭'))
  const inside = rows.slice(top + 1).filter(row => row.startsWith('│'))
  return inside.map(row => row.replace(/^│ ›?|│$/g, '').replaceAll(' ', '')).join('')
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const BETWEEN_MILLISECONDS = 50
/** More would not be seen whole in the box. */
const MOST_LETTERS = 300

/** Types until it is told to stop, or has typed enough. How long each letter took to be seen; all of them have been, in their order. */
export async function typeUntil(person: Person, isOver: () => boolean): Promise<readonly number[]> {
  let typed = ''
  const sent: number[] = []
  const times: number[] = []
  const watch = person.terminal.onWriteParsed(() => {
    if (times.length === sent.length) return
    const text = written(person)
    const now = performance.now()
    while (times.length < sent.length && text.startsWith(typed.slice(0, times.length + 1)))
      times.push(now - (sent[times.length] ?? now))
  })
  while (!isOver() && typed.length < MOST_LETTERS) {
    const letter = LETTERS[typed.length % LETTERS.length] ?? 'a'
    typed += letter
    sent.push(performance.now())
    person.type(letter)
    await new Promise(resolve => setTimeout(resolve, BETWEEN_MILLISECONDS))
  }
  const deadline = performance.now() + 5_000
  while (times.length < sent.length && performance.now() < deadline)
    await new Promise(resolve => setTimeout(resolve, 10))
  watch.dispose()
  if (times.length < sent.length) throw new Error(`typed ${typed}, and saw ${written(person)}`)
  return times
}

export interface Spread {
  readonly median: number
  readonly most95: number
  readonly most: number
}

export function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (part: number): number =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0) * 10) / 10
  return { median: at(0.5), most95: at(0.95), most: at(1) }
}
