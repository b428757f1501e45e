/** What could be shown: wires that run, and recordings. A list to choose from; or, where nobody can, as lines. */

import { boundedLine, sanitizeLine } from '@parley/acp/guard'
import { toLine } from '../../agents/command-line.js'
import { toAge } from '../../chat/screen/duration.js'
import type { Frame, Size } from '../../chat/screen/frame.js'
import type { Input } from '../../chat/screen/input.js'
import { wordOf } from '../../chat/screen/key-name.js'
import { cutLine, EMPTY, type Line, lineOf, span } from '../../chat/screen/line.js'
import { readHeader, shelvedRecordings } from '../../recordings/place.js'
import type { Shell } from '../../shell.js'
import { listWires, type WireNote } from '../live/place.js'
import { toSize } from './quantities.js'
import { Screen } from './screen.js'

/** The latest are looked into; a list of a thousand names is not worth a thousand files. */
const MOST_HEADERS = 100

/** Something that can be shown. */
export type Offer =
  | { readonly is: 'wire'; readonly note: WireNote; readonly words: string }
  | { readonly is: 'recording'; readonly path: string; readonly words: string }

/** What there is now, what runs first. */
export async function listOffers(shell: Shell): Promise<readonly Offer[]> {
  const now = Date.now()
  const wires = (await listWires(shell)).map((note): Offer => {
    return {
      is: 'wire',
      note,
      words: `live  ${note.id}  ${toAge(now - note.since)}  ${note.title}  in ${note.cwd}`,
    }
  })
  const recordings = (await shelvedRecordings(shell).catch(() => [])).filter(({ isSealed }) => !isSealed)
  const offers = recordings.map(async ({ path, name, bytes, changedAt }, index): Promise<Offer> => {
    const about = index < MOST_HEADERS ? await aboutRecording(path) : ''
    const words = `file  ${name}  ${toAge(now - changedAt)}  ${toSize(bytes)}${about}`
    return { is: 'recording', path, words }
  })
  return [...wires, ...(await Promise.all(offers))]
}

/** What it was called, and of whom it is. */
async function aboutRecording(path: string): Promise<string> {
  try {
    const { agent = [], title = '' } = await readHeader(path)
    const command = toLine(agent)
    return [title, ...(command === title ? [] : [command])]
      .filter(word => word !== '')
      .map(word => `  ${word}`)
      .join('')
  } catch {
    return '  (no recording)'
  }
}

export function printOffers(offers: readonly Offer[], shell: Shell): void {
  const lines = offers.length === 0 ? [NONE] : offers.map(({ words }) => sanitizeLine(words))
  shell.stdout.write(`${lines.join('\n')}\n`)
}

const NONE = 'Nothing runs and nothing was recorded. Begin with: parley inspect -- <agent command>'

/** Asks which; nothing where somebody leaves. */
export async function pick(offers: readonly Offer[], shell: Shell): Promise<Offer | undefined> {
  let cursor = 0
  let chosen: Offer | undefined
  const screen = new Screen(shell, {
    frame: size => drawOffers(offers, cursor, size),
    hear(input) {
      const word = wordFor(input)
      if (word === 'enter') chosen = offers[cursor]
      if (word === 'enter' || word === 'q' || word === 'escape' || word === 'ctrl+c') screen.close(0)
      else cursor = Math.max(0, Math.min(offers.length - 1, cursor + (STEPS[word] ?? 0)))
    },
  })
  screen.open()
  await screen.closed
  return chosen
}

const STEPS: Readonly<Record<string, number>> = {
  up: -1,
  k: -1,
  down: 1,
  j: 1,
  'page-up': -10,
  'page-down': 10,
}

const wordFor = (input: Input): string => (input.type === 'key' ? wordOf(input.key) : '')

function drawOffers(offers: readonly Offer[], cursor: number, { columns, rows }: Size): Frame {
  const room = Math.max(1, rows - 4)
  const top = Math.max(0, Math.min(cursor - Math.floor(room / 2), offers.length - room))
  const lines: Line[] = offers.slice(top, top + room).map(({ words }, index) => {
    const isHere = top + index === cursor
    return cutLine(
      [span(isHere ? '> ' : '  ', isHere ? 'selected' : undefined), span(boundedLine(words, 400))],
      columns,
    )
  })
  const body = lines.length === 0 ? [cutLine(lineOf(`  ${NONE}`, 'muted'), columns)] : lines
  const head = [lineOf(' What to inspect', 'strong'), EMPTY]
  const foot = [EMPTY, cutLine(lineOf(' Enter shows it  ↑ ↓  q leaves', 'muted'), columns)]
  return { settled: [], live: [...head, ...body, ...foot].slice(0, rows), title: 'inspect', isFull: true }
}
