/** Rows of a wire as lines, written while it runs: to a file that only its user may read, or to stderr. */

import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createOnlooker, type Row } from '@parley/acp/inspect'
import { demandTest, toPlainLine } from '../timeline/plain.js'
import type { FromReader, ReaderSettings } from './copy.js'
import type { EntrySink } from './sink.js'

export async function openRowLog(
  settings: ReaderSettings,
  tell: (news: FromReader) => void,
): Promise<EntrySink> {
  const { log = '-', filter, cwd } = settings
  const isShown = demandTest(filter)
  const onlooker = await createOnlooker()
  const file = log === '-' ? undefined : await open(resolve(cwd, log), 'w', 0o600)
  const write = async (rows: readonly Row[]): Promise<void> => {
    const text = rows.map(row => `${toPlainLine(row)}\n`).join('')
    if (file === undefined) tell({ line: text })
    else await file.write(text)
  }
  return {
    append(entry) {
      const rows = onlooker.see(entry).filter(isShown)
      return rows.length === 0 ? undefined : write(rows)
    },
    async close() {
      onlooker.end()
      await file?.close()
    },
  }
}
