/** Rows of a wire as lines without secrets, written while it runs: to a file that only its user may read, or to stderr. */

import { resolve } from 'node:path'
import { createEntryRedactor, createOnlooker, type Entry, learningRedaction } from '@parley/acp/inspect'
import { openPrivateFile, secretHash } from '@parley/acp/node'
import { messageOf } from '../../failure.js'
import { demandTest, toPlainLine } from '../timeline/plain.js'
import type { FromReader, ReaderSettings } from './copy.js'
import type { EntrySink } from './sink.js'

/** How long an unfinished line is waited for that may hold half of a secret: somebody may be looking on. */
const PATIENCE_MILLISECONDS = 500

export async function openRowLog(
  settings: ReaderSettings,
  tell: (news: FromReader) => void,
): Promise<EntrySink> {
  const { log = '-', filter, cwd, secrets } = settings
  const isShown = demandTest(filter)
  const onlooker = await createOnlooker({ forgetsRows: true })
  const redactor = createEntryRedactor(learningRedaction({ hash: secretHash(), known: secrets }))
  const file = log === '-' ? undefined : await openPrivateFile(resolve(cwd, log))
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<unknown> = Promise.resolve()
  const write = (entries: readonly Entry[]): Promise<unknown> | undefined => {
    const rows = entries.flatMap(entry => onlooker.see(entry)).filter(isShown)
    if (rows.length === 0) return undefined
    const text = rows.map(row => `${toPlainLine(row)}\n`).join('')
    if (file === undefined) tell({ line: text })
    else writing = writing.catch(() => {}).then(() => file.write(text))
    return file === undefined ? undefined : writing
  }
  const release = (): void => {
    timer = undefined
    write(redactor.release())?.catch((error: unknown) => tell({ remark: messageOf(error) }))
  }
  return {
    append(entry) {
      const wait = write(redactor.push(entry))
      if (redactor.waiting > 0) timer ??= setTimeout(release, PATIENCE_MILLISECONDS)
      return wait
    },
    async close() {
      clearTimeout(timer)
      await write(redactor.end())
      await writing
      onlooker.end()
      await file?.close()
    },
  }
}
