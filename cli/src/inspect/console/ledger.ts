/** Hands what passes to a recording and to those who watch from elsewhere, in order and without keeping the wire waiting. */

import type { Entry } from '@parley/acp/inspect'
import { messageOf } from '../../failure.js'
import type { ReaderSettings } from '../proxy/copy.js'
import { openSinks } from '../proxy/sinks.js'

export interface Ledger {
  append(entry: Entry): void
  /** Everything is where it belongs when this resolves. */
  close(): Promise<void>
}

export async function openLedger(
  settings: ReaderSettings,
  onRemark: (text: string) => void,
): Promise<Ledger> {
  const sinks = await openSinks(settings, news => {
    if ('remark' in news) onRemark(news.remark)
  })
  let work: Promise<void> = Promise.resolve()
  const then = (next: () => Promise<unknown>): void => {
    work = work.then(next).then(
      () => {},
      (error: unknown) => onRemark(messageOf(error)),
    )
  }
  return {
    append(entry) {
      then(() => Promise.all(sinks.map(sink => sink.append(entry))))
    },
    async close() {
      then(() => Promise.all(sinks.map(sink => sink.close())))
      await work
    },
  }
}
