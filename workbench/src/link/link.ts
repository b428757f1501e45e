/** The page's connections: one to each agent of its gateway, and everything that is done through them. */

import type { Client, Extension, Session } from '@parley/acp/client'
import type { Version } from '@parley/acp/protocol'
import type { Actions } from '../state/actions.js'
import { ShownError } from '../state/shown-error.js'
import type { WorkbenchStore } from '../state/store.js'
import type { TalkKey } from '../state/talk.js'
import type { WireLog } from '../state/wire-log.js'
import { toShown } from './failure.js'
import type { Fields } from './fields.js'
import type { LiveTalk } from './live-talk.js'
import { Notices } from './notices.js'
import { sessionActions } from './session-actions.js'
import { browserSurroundings, type Surroundings } from './surroundings.js'
import { Visit } from './visit.js'
import {
  FIND_FILES,
  KILL_TERMINAL,
  LIST_ANSWERS,
  LIST_FOLDER,
  READ_FILE,
  REVOKE_ANSWER,
  WRITE_FILE,
} from './workspace.js'

export interface Link extends AsyncDisposable {
  readonly actions: Actions
  readonly wires: ReadonlyMap<string, WireLog>
}

const NOT_OPEN = new ShownError({ message: 'This conversation is not open.', offer: 'retry' })

/** Enters the gateway that the page came from. Does not wait: the state tells how far it is. */
export function openLink(store: WorkbenchStore, around: Surroundings = browserSurroundings()): Link {
  const visit = new Visit(store, around)
  const notices = new Notices(store)
  void visit.begin()
  const actions: Actions = {
    ...sessionActions(visit, notices),
    ...turnActions(visit, notices),
    ...answerActions(visit, notices),
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

type AnswerActions = Pick<Actions, 'answerPermission' | 'answerForm' | 'signIn' | 'signOut'>

function answerActions(visit: Visit, notices: Notices): AnswerActions {
  const { talks, agents } = visit
  const answer = (key: TalkKey, questionId: string, given: Parameters<Answering>[1]): void => {
    const talk = talks.find(key)
    agents.asking(talk?.talk.agent ?? '')?.answer(questionId, given)
    // One that nobody waits for any longer is not to be seen either; to dismiss signing in is to go on without.
    talk?.desk.withdraw(questionId)
    visit.draw()
  }
  const isWaiting = ({ talk }: LiveTalk): boolean => talk.questions.some(({ is }) => is === 'sign-in')
  const withAgent = async (
    agent: string,
    work: (client: Client<Version>) => Promise<void>,
  ): Promise<void> => {
    try {
      const client = await agents.link(agent)?.connect()
      if (client !== undefined) await work(client)
    } catch (error) {
      notices.fail(error, talks.of(agent).find(isWaiting))
    }
  }
  return {
    answerPermission: (key, questionId, optionId) =>
      answer(key, questionId, optionId === undefined ? undefined : { optionId }),
    answerForm: (key, questionId, given) => answer(key, questionId, given),
    signIn: (agent, methodId) =>
      withAgent(agent, async client => {
        await client.authenticate(methodId)
        agents.change(agent, { needsSignIn: false })
        await Promise.all(
          talks
            .of(agent)
            .filter(isWaiting)
            .map(talk => talk.signedIn()),
        )
      }),
    signOut: agent =>
      withAgent(agent, async client => {
        await client.logout()
        agents.change(agent, { needsSignIn: true })
      }),
  }
}

type Answering = NonNullable<ReturnType<Visit['agents']['asking']>>['answer']

type FolderActions = Pick<
  Actions,
  'listFolder' | 'readFile' | 'findFiles' | 'writeFile' | 'killTerminal' | 'listAnswers' | 'revokeAnswer'
>

function folderActions({ talks }: Visit): FolderActions {
  /** Rejects with a `ShownError`. */
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
  return {
    listFolder: (key, path) => ask(key, LIST_FOLDER, { path }),
    readFile: (key, path) => ask(key, READ_FILE, { path }),
    findFiles: (key, query) => ask(key, FIND_FILES, { query }),
    writeFile: (key, { path, text, digest }) => ask(key, WRITE_FILE, { path, text, digest }),
    killTerminal: (key, terminalId) => ask(key, KILL_TERMINAL, { terminalId }),
    listAnswers: key => ask(key, LIST_ANSWERS, {}),
    revokeAnswer: (key, id) => ask(key, REVOKE_ANSWER, { id }),
  }
}
