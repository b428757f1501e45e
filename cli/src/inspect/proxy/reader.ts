/** The thread that reads: takes the copy of a wire apart and hands the entries to those who want them. Never touches the wire. */

import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../../failure.js'
import { weightOf } from './copier.js'
import type { FromReader, Piece, ReaderSettings, ToReader } from './copy.js'
import { type Dissected, Dissector } from './dissector.js'
import type { EntrySink } from './sink.js'
import { openSinks } from './sinks.js'

const port = parentPort
if (port === null) throw new Error('this is a thread and no program')

const settings: ReaderSettings = workerData
const tell = (news: FromReader): void => port.postMessage(news)
const dissector = new Dissector()
const sinks = openSinks(settings, tell)
let work: Promise<void> = Promise.resolve()

port.on('message', (news: ToReader) => {
  // One after the other: a sink may ask to wait, and then the wire does when too much has come together.
  work = work.then(() => take(news)).catch((error: unknown) => tell({ remark: messageOf(error) }))
})

async function take(news: ToReader): Promise<void> {
  const opened = await sinks
  if ('end' in news) {
    await Promise.all(opened.map(sink => sink.close()))
    tell({ ended: true })
    port?.close()
    return
  }
  try {
    for (const piece of news.pieces) await read(piece, opened)
  } finally {
    tell({ taken: weightOf(news.pieces) })
  }
}

async function read(piece: Piece, opened: readonly EntrySink[]): Promise<void> {
  for (const dissected of dissector.dissect(piece)) {
    const wait = hand(opened, dissected)
    // Only where somebody asks for it: a wait for each entry would cost more than the entries.
    if (wait !== undefined) await wait
  }
}

function hand(opened: readonly EntrySink[], { entry, text }: Dissected): Promise<unknown> | undefined {
  const waits = opened.map(sink => sink.append(entry, text)).filter(wait => wait !== undefined)
  return waits.length === 0 ? undefined : Promise.all(waits)
}
