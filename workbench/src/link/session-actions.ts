/** What can be done with sessions as a whole: begun, opened, named, put away, forked. None of these rejects. */

import type { Client } from '@parley/acp/client'
import { isAdvertised, type Version } from '@parley/acp/protocol'
import type { Actions } from '../state/actions.js'
import { ShownError } from '../state/shown-error.js'
import type { TalkKey } from '../state/talk.js'
import { wordOf } from './failure.js'
import type { Fields } from './fields.js'
import { LABEL } from './gateway-words.js'
import type { Notices } from './notices.js'
import type { Known } from './talks.js'
import type { Visit } from './visit.js'

type SessionActions = Pick<
  Actions,
  | 'newTalk'
  | 'openTalk'
  | 'selectTalk'
  | 'leaveTalk'
  | 'renameTalk'
  | 'archiveTalk'
  | 'deleteTalk'
  | 'forkTalk'
  | 'retry'
  | 'refreshSessions'
>

const GONE = new ShownError(
  { message: 'There is no such conversation.', offer: 'new-session' },
  'session_not_found',
)

export function sessionActions(visit: Visit, notices: Notices): SessionActions {
  const { talks, listing } = visit
  const openTalk = async (key: TalkKey): Promise<void> => {
    const talk = await talks.open(key)
    if (talk === undefined) return notices.fail(GONE)
    visit.memory.used(talk.talk.agent)
  }
  return {
    ...keptActions(visit, notices),
    openTalk,
    newTalk: async place => {
      visit.memory.used(place.agent)
      const key = await talks.begin(place)
      if (key === undefined)
        notices.fail(new ShownError({ message: `There is no agent called ${place.agent}.` }))
      return key
    },
    selectTalk: key => {
      talks.select(key)
      if (key !== undefined) void openTalk(key)
    },
    leaveTalk: async key => talks.leave(key),
    forkTalk: key => forkTalk(visit, notices, key),
    retry: key => talks.retry(key),
    refreshSessions: async () => {
      await visit.begin()
      await listing.refresh()
    },
  }
}

/** What is done with sessions, open or not. */
function keptActions(
  { talks, listing, agents }: Visit,
  notices: Notices,
): Pick<SessionActions, 'renameTalk' | 'archiveTalk' | 'deleteTalk'> {
  const withSession = async (
    key: TalkKey,
    work: (client: Client<Version>, known: Known) => Promise<void>,
  ): Promise<void> => {
    try {
      const known = talks.known(key)
      const link = known && agents.link(known.agent)
      if (known === undefined || link === undefined) throw GONE
      await work(await link.connect(), known)
      await listing.refresh()
    } catch (error) {
      notices.fail(error, talks.find(key))
    }
  }
  const archiveTalk = (key: TalkKey, isArchived: boolean): Promise<void> =>
    withSession(key, async (client, { sessionId }) => {
      const isTheirs = can(client, 'archive')
      if (!isTheirs || !isArchived) await label(talks, client, { key, sessionId, isArchived })
      if (isTheirs && isArchived) await client.archiveSession(sessionId)
      if (isTheirs && !isArchived) await client.unarchiveSession(sessionId)
      if (!isArchived) return
      const wasCurrent = talks.putAway(key)
      const undo = async (): Promise<void> => {
        await archiveTalk(key, false)
        if (!wasCurrent) return
        talks.select(key)
        await talks.open(key)
      }
      notices.tell('The conversation is in the archive.', { label: 'Undo', act: () => void undo() })
    })
  return {
    renameTalk: (key, title) =>
      withSession(key, async (client, { sessionId }) => {
        const named = can(client, 'title')
          ? await client.renameSession(sessionId, title)
          : await label(talks, client, { key, sessionId, title })
        talks.find(key)?.desk.change({ title: named })
      }),
    archiveTalk,
    deleteTalk: key =>
      withSession(key, async (client, { agent, sessionId }) => {
        await client.deleteSession(sessionId)
        talks.drop(key)
        listing.forget(agent, sessionId)
      }),
  }
}

/** One that only its agent knows becomes the gateway's when it is opened. */
async function label(
  talks: Visit['talks'],
  client: Client<Version>,
  { key, ...said }: Fields & { readonly key: TalkKey },
): Promise<string | undefined> {
  try {
    return await client.call(LABEL, said)
  } catch (error) {
    if (wordOf(error) !== 'session_not_found' || (await talks.open(key, false)) === undefined) throw error
    return await client.call(LABEL, said)
  }
}

/** Whether the agent itself has words for it. */
function can({ capabilities }: Client<Version>, word: string): boolean {
  return [`sessionCapabilities.${word}`, `session.${word}`].some(place => isAdvertised(capabilities, place))
}

/** The new one begins with what was said so far, told from its beginning. */
async function forkTalk(
  { talks, listing }: Visit,
  notices: Notices,
  key: TalkKey,
): Promise<TalkKey | undefined> {
  const talk = await talks.open(key, false)
  try {
    if (talk?.session === undefined) throw GONE
    const forked = await talks.fork(talk)
    if (forked === undefined) throw GONE
    talks.select(forked.talk.key)
    listing.soon()
    return forked.talk.key
  } catch (error) {
    notices.fail(error, talk)
    return undefined
  }
}
