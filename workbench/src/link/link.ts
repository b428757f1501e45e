/** The page's connections: one to each agent of its gateway, and everything that is done through them. */

import type { Session } from '@parley/acp/client'
import type { Version } from '@parley/acp/protocol'
import type { Actions } from '../state/actions.js'
import { ShownError } from '../state/shown-error.js'
import type { WorkbenchStore } from '../state/store.js'
import type { TalkKey } from '../state/talk.js'
import type { WireLog } from '../state/wire-log.js'
import { answerActions, signInActions } from './answer-actions.js'
import { toShown } from './failure.js'
import { folderActions } from './folder-actions.js'
import type { LiveTalk } from './live-talk.js'
import { NOT_OPEN } from './not-open.js'
import { Notices } from './notices.js'
import { sessionActions } from './session-actions.js'
import { browserSurroundings, type Surroundings } from './surroundings.js'
import { Visit } from './visit.js'

export interface Link extends AsyncDisposable {
  readonly actions: Actions
  readonly wires: ReadonlyMap<string, WireLog>
}

/** Enters the gateway that the page came from. Does not wait: the state tells how far it is. */
export function openLink(store: WorkbenchStore, around: Surroundings = browserSurroundings()): Link {
  const visit = new Visit(store, around)
  const notices = new Notices(store)
  void visit.begin()
  const actions: Actions = {
    ...sessionActions(visit, notices),
    ...turnActions(visit, notices),
    ...answerActions(visit),
    ...signInActions(visit, notices),
    ...folderActions(visit),
    sendRaw: async (agent, message) => {
      const link = visit.agents.link(agent)
      if (link === undefined) throw new ShownError({ message: 'There is no such agent.' })
      try {
        await link.sendByHand(message)
      } catch (error) {
        throw toShown(error)
      }
    },
    leave: () => visit.leave(),
  }
  return { actions, wires: visit.agents.wires, [Symbol.asyncDispose]: () => visit.close() }
}

type TurnActions = Pick<
  Actions,
  | 'prompt'
  | 'cancel'
  | 'editQueued'
  | 'moveQueued'
  | 'removeQueued'
  | 'sendNow'
  | 'releaseQueue'
  | 'setMode'
  | 'setOption'
>

function turnActions(visit: Visit, notices: Notices): TurnActions {
  const { talks } = visit
  /** Does something in a conversation, and shows it at once. */
  const act = (key: TalkKey, work: (talk: LiveTalk) => void): void => {
    const talk = talks.find(key)
    if (talk === undefined) return notices.fail(NOT_OPEN)
    work(talk)
    visit.draw()
  }
  const set = async (key: TalkKey, work: (session: Session<Version>) => Promise<void>): Promise<void> => {
    const talk = talks.find(key)
    try {
      if (talk?.session === undefined) throw NOT_OPEN
      await work(talk.session)
      talk.desk.change({})
    } catch (error) {
      notices.fail(error, talk)
    }
    visit.draw()
  }
  return {
    prompt: (key, submission) => act(key, ({ turns }) => turns.prompt(submission)),
    editQueued: (key, id, submission) => act(key, ({ turns }) => turns.queue.edit(id, submission)),
    moveQueued: (key, id, place) => act(key, ({ turns }) => turns.queue.move(id, place)),
    removeQueued: (key, id) => act(key, ({ turns }) => turns.queue.remove(id)),
    releaseQueue: key => act(key, ({ turns }) => turns.release()),
    cancel: async key => {
      const cancelled = talks.find(key)?.turns.cancel()
      visit.draw()
      await cancelled
    },
    sendNow: async (key, id) => {
      const sent = talks.find(key)?.turns.sendNow(id)
      visit.draw()
      await sent
    },
    setMode: (key, modeId) => set(key, session => session.setMode(modeId)),
    setOption: (key, id, value) => set(key, session => session.setOption(id, value)),
  }
}
