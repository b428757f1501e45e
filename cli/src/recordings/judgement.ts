/** A recording as it is judged: its rows, what was found, its turns; the messages themselves are let go. */

import {
  createOnlooker,
  type Entry,
  type Header,
  type Onlooker,
  type RecordingFlaw,
  type Row,
} from '@parley/acp/inspect'
import { streamFound } from './place.js'

export interface Judgement {
  readonly header: Header
  readonly onlooker: Onlooker
  readonly flaws: readonly RecordingFlaw[]
}

/** Reads a recording to its end, however large; `see` is shown each row with its entry. */
export async function judge(
  path: string,
  see: (row: Row, entry: Entry) => void | Promise<void> = () => {},
): Promise<Judgement> {
  const { header, flaws, batches } = await streamFound(path)
  const onlooker = await createOnlooker()
  for await (const batch of batches) for (const entry of batch) await showAll(onlooker.see(entry), entry, see)
  onlooker.end()
  return { header, onlooker, flaws }
}

async function showAll(
  rows: readonly Row[],
  entry: Entry,
  see: (row: Row, entry: Entry) => void | Promise<void>,
): Promise<void> {
  for (const row of rows) {
    const wait = see(row, entry)
    if (wait !== undefined) await wait
  }
}

/** In which line of the file an entry stands; lines that were none are counted in. */
export function lineOf(entry: number, flaws: readonly RecordingFlaw[]): number {
  let line = entry + 2
  for (const flaw of flaws) if (flaw.line <= line) line++
  return line
}
