/** Opens what entries are handed to, as the settings say. What cannot be opened is told of and left out. */

import { messageOf } from '../../failure.js'
import { openHub } from '../live/hub.js'
import type { FromReader, ReaderSettings } from './copy.js'
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
  const { header, cwd, pid, env, isAlone } = settings
  const title = header.title ?? header.agent?.join(' ') ?? ''
  const about = { title, cwd, pid, since: header.startedAt }
  const onRelease = (release: string): void => tell({ release })
  return isAlone ? [] : [{ what: 'nobody can watch', open: () => openHub({ header, about, env, onRelease }) }]
}
