/** The thread that reads: takes the copy of a wire apart and hands the entries to those who want them. Never touches the wire. */

import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../../failure.js'
import type { FromReader, ReaderSettings, ToReader } from './copy.js'
import { Reading } from './reading.js'
import { openSinks } from './sinks.js'

const port = parentPort
if (port === null) throw new Error('this is a thread and no program')

const settings: ReaderSettings = workerData
const tell = (news: FromReader): void => port.postMessage(news)
const sinks = openSinks(settings, tell)
const reading = new Reading(sinks, tell)
void sinks.then(() => tell({ opened: true }))
let work: Promise<void> = Promise.resolve()

port.on('message', (news: ToReader) => {
  if ('isLate' in news) return reading.hurry()
  // One after the other: a sink may ask to wait, and then the wire does when too much has come together.
  work = work.then(() => take(news)).catch((error: unknown) => tell({ remark: messageOf(error) }))
})

async function take(news: Exclude<ToReader, { readonly isLate: true }>): Promise<void> {
  if ('pieces' in news) return reading.take(news.pieces)
  await reading.end()
  tell({ ended: true })
  port?.close()
}
