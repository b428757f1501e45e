/** Opens what entries are handed to, as the settings say. What cannot be opened is told of and left out. */

import { resolve } from 'node:path'
import { recordingWriter } from '@parley/acp/node'
import { messageOf } from '../../failure.js'
import { stateFolder } from '../../own-folder.js'
import { openHub } from '../live/hub.js'
import type { FromReader, ReaderSettings } from './copy.js'
import { openRowLog } from './row-log.js'
import type { EntrySink } from './sink.js'

export async function openSinks(
  settings: ReaderSettings,
  tell: (news: FromReader) => void,
): Promise<readonly EntrySink[]> {
  const opened = await Promise.all(
    waysOf(settings, tell).map(async ({ what, open }) => {
      try {
        return [await open()]
      } catch (error) {
        tell({ remark: `${what}: ${messageOf(error)}` })
        return []
      }
    }),
  )
  return opened.flat()
}

interface Way {
  /** What people miss where it cannot be opened. */
  readonly what: string
  open(): Promise<EntrySink>
}

function waysOf(settings: ReaderSettings, tell: (news: FromReader) => void): readonly Way[] {
  const { record, log, isAlone } = settings
  return [
    ...(isAlone ? [] : [{ what: 'nobody can watch', open: () => openForWatchers(settings, tell) }]),
    ...(record === undefined
      ? []
      : [{ what: 'nothing is recorded', open: () => openRecording(settings, tell) }]),
    ...(log === undefined ? [] : [{ what: 'no rows are written', open: () => openRowLog(settings, tell) }]),
  ]
}

function openForWatchers(settings: ReaderSettings, tell: (news: FromReader) => void): Promise<EntrySink> {
  const { header, cwd, pid, env } = settings
  const about = { title: header.title ?? '', cwd, pid, since: header.startedAt }
  return openHub({ header, about, env, onRelease: release => tell({ release }) })
}

/** Whoever is recorded should know. */
async function openRecording(settings: ReaderSettings, tell: (news: FromReader) => void): Promise<EntrySink> {
  const { header, record, cwd, env, secrets, dropsContents, seal: keys } = settings
  const place =
    record === true ? { folder: stateFolder('recordings', { env }) } : { path: resolve(cwd, record ?? '') }
  const onFailure = (reason: string): void => tell({ remark: `nothing more is recorded: ${reason}` })
  const seal = keys && (await import('../../recordings/raw/seal.js')).toSeal(keys)
  const writer = await recordingWriter({ header, ...place, known: secrets, dropsContents, seal, onFailure })
  const how = seal === undefined ? 'without secrets' : 'secrets included, encrypted'
  tell({ remark: `this is recorded, ${how}, in ${writer.path}` })
  return { append: entry => writer.append(entry), close: () => writer.close() }
}
