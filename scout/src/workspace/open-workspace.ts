/** The project of a session: through the client's hands where it lends them, through scout's own where it does not. */

import { join } from 'node:path'
import type { Turn } from '@parley/acp/agent'
import { findFiles } from './find-files.js'
import { makeParents } from './held-folder.js'
import { holdingsOf } from './holdings.js'
import { demandLent, screenMatches } from './lent-reading.js'
import { listFolder } from './list-folder.js'
import { OUTPUT_BYTES, runOwn } from './own-commands.js'
import {
  isEmptyOwn,
  kindAt,
  moveOwn,
  readBytesOwn,
  readOwn,
  removeOwn,
  traceOwn,
  writeOwn,
} from './own-files.js'
import { isNotFound, toWorkspaceError } from './refusal.js'
import { searchFiles } from './search-files.js'
import { type CommandRun, type SearchQuery, type Workspace, WorkspaceError } from './workspace.js'

/** The workspace of a turn. Cheap: what lasts is held by the session. */
export function openWorkspace(turn: Turn): Workspace {
  const holdings = holdingsOf(turn.session)
  const { project } = holdings
  const during = async <T>(doing: string, path: string, act: (at: string) => Promise<T>): Promise<T> => {
    const at = project.locate(path)
    return attempt(turn, `${doing} ${project.shorten(at)}`, () => act(at))
  }
  const read: Workspace['read'] = (path, window) =>
    during('read', path, async at => {
      if (turn.files !== undefined) return turn.files.read(at, window)
      return readOwn(holdings, at, window)
    })
  return {
    roots: project.names,
    isReadingItself: turn.files === undefined,
    locate: path => project.locate(path),
    shorten: path => project.shorten(path),
    kind: path => during('look at', path, at => kindAt(holdings, at)),
    isEmpty: path => during('look into', path, at => isEmptyOwn(holdings, at)),
    read,
    async readIfThere(path) {
      try {
        return await read(path)
      } catch (error) {
        // Clients have many words for a file that is not there; the disk has one.
        const isThere = error instanceof WorkspaceError && !isNotFound(error.cause)
        if (isThere && (await kindAt(holdings, project.locate(path))) !== undefined) throw error
        return undefined
      }
    },
    trace: path => during('look at', path, at => traceOwn(holdings, at)),
    readBytes: path => during('read', path, at => readBytesIn(turn, at)),
    write: (path, text) =>
      during('write', path, async at => {
        if (turn.files?.write !== undefined) return turn.files.write(at, text)
        return writeOwn(holdings, at, text)
      }),
    makeDirectory: path => during('make', path, at => makeParents(join(at, 'entry'), project)),
    remove: path => during('remove', path, at => removeOwn(holdings, at)),
    move: (from, to) =>
      during('move', from, async at => {
        await moveOwn(holdings, at, project.locate(to))
      }),
    ...lookingAround(turn),
    run: command => runIn(turn, command),
  }
}

/** A directory that is too broad to be read is too broad to be looked through; a client that lends it answers for it. */
function lookingAround(turn: Turn): Pick<Workspace, 'list' | 'find' | 'search'> {
  const holdings = holdingsOf(turn.session)
  const { project } = holdings
  const survey = { holdings, signal: turn.signal }
  const look = <T>(doing: string, act: () => Promise<T>, at?: string): Promise<T> =>
    attempt(turn, doing, async () => {
      if (turn.files === undefined) await holdings.demandNarrow(at)
      return act()
    })
  return {
    async list(path, options) {
      const at = project.locate(path)
      return look(`list ${project.shorten(at)}`, () => listFolder(survey, at, options), at)
    },
    find: (glob, limit) => look('find files', () => findFiles(survey, glob, limit)),
    async search(query) {
      const at = query.path === undefined ? undefined : project.locate(query.path)
      return look('search', () => searchIn(turn, query), at)
    },
  }
}

/** What is thrown is a sentence for people, or the end of the turn. */
async function attempt<T>(turn: Turn, doing: string, act: () => Promise<T>): Promise<T> {
  try {
    turn.signal.throwIfAborted()
    return await act()
  } catch (error) {
    turn.signal.throwIfAborted()
    throw toWorkspaceError(error, doing)
  }
}

/** No client lends bytes, but one that lends files has a say. */
async function readBytesIn(turn: Turn, at: string): Promise<Uint8Array> {
  if (turn.files !== undefined) await demandLent(turn.files, at)
  return readBytesOwn(holdingsOf(turn.session), at)
}

async function searchIn(turn: Turn, query: SearchQuery): ReturnType<Workspace['search']> {
  const found = await searchFiles({ holdings: holdingsOf(turn.session), signal: turn.signal }, query)
  return turn.files === undefined ? found : screenMatches(turn.files, found)
}

async function runIn(turn: Turn, run: CommandRun): ReturnType<Workspace['run']> {
  const holdings = holdingsOf(turn.session)
  const cwd = holdings.project.locate(run.cwd ?? holdings.project.first)
  const { command, args, timeout, onTerminal: onStart } = run
  return attempt(turn, `run ${command}`, async () => {
    if (turn.terminal !== undefined)
      return turn.terminal.run({
        command,
        args,
        cwd,
        timeout,
        outputByteLimit: OUTPUT_BYTES,
        ...(onStart && { onStart }),
      })
    return runOwn(turn, holdings, { ...run, cwd })
  })
}
