/** The folder of a session, its terminals and its lasting answers. All of these reject with a `ShownError`. */

import type { Extension } from '@parley/acp/client'
import type { Actions } from '../state/actions.js'
import type { TalkKey } from '../state/talk.js'
import { isLost, toShown } from './failure.js'
import type { Fields } from './fields.js'
import { NOT_OPEN } from './not-open.js'
import type { Visit } from './visit.js'
import {
  FIND_FILES,
  KILL_TERMINAL,
  LIST_ANSWERS,
  LIST_FOLDER,
  READ_FILE,
  REVOKE_ANSWER,
  WRITE_FILE,
} from './workspace.js'

type FolderActions = Pick<
  Actions,
  'listFolder' | 'readFile' | 'findFiles' | 'writeFile' | 'killTerminal' | 'listAnswers' | 'revokeAnswer'
>

const MOST_TRIES = 5

export function folderActions({ talks }: Visit): FolderActions {
  const ask = async <Result>(
    key: TalkKey,
    word: Extension<Fields, Result>,
    params: Fields,
  ): Promise<Result> => {
    const talk = talks.find(key)
    if (talk?.session === undefined) throw NOT_OPEN
    const sessionId = talk.session.id
    try {
      const client = await talk.link.connect()
      return await client.call(word, { sessionId, ...params })
    } catch (error) {
      throw toShown(error, 'gateway')
    }
  }
  /** Nothing comes of a read but its answer: one that was lost with its connection is asked again when the next is there. */
  const read = async <Result>(
    key: TalkKey,
    word: Extension<Fields, Result>,
    params: Fields,
  ): Promise<Result> => {
    for (let tries = 1; ; tries++)
      try {
        await talks.find(key)?.desk.untilSettled()
        return await ask(key, word, params)
      } catch (error) {
        if (!isLost(error) || tries === MOST_TRIES) throw error
      }
  }
  return {
    listFolder: (key, path) => read(key, LIST_FOLDER, { path }),
    readFile: (key, path) => read(key, READ_FILE, { path }),
    findFiles: (key, query) => read(key, FIND_FILES, { query }),
    writeFile: (key, { path, text, digest }) => ask(key, WRITE_FILE, { path, text, digest }),
    killTerminal: (key, terminalId) => ask(key, KILL_TERMINAL, { terminalId }),
    listAnswers: key => read(key, LIST_ANSWERS, {}),
    revokeAnswer: (key, id) => ask(key, REVOKE_ANSWER, { id }),
  }
}
