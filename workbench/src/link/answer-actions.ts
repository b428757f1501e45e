/** Answers to what agents ask, signing in among them. None of these rejects. */

import type { Client } from '@parley/acp/client'
import type { Version } from '@parley/acp/protocol'
import type { Actions } from '../state/actions.js'
import type { TalkKey } from '../state/talk.js'
import type { LiveTalk } from './live-talk.js'
import type { Notices } from './notices.js'
import { toQueued } from './queue.js'
import type { Visit } from './visit.js'

type AnswerActions = Pick<Actions, 'answerPermission' | 'rejectWithReason' | 'answerForm'>

export function answerActions(visit: Visit): AnswerActions {
  const { talks, agents } = visit
  /** Whether somebody still waited for it. */
  const answer = (key: TalkKey, questionId: string, given: Parameters<Answering>[1]): boolean => {
    const talk = talks.find(key)
    const isHeard = agents.asking(talk?.talk.agent ?? '')?.answer(questionId, given) ?? false
    // One that nobody waits for any longer is not to be seen either; to dismiss signing in is to go on without.
    talk?.desk.withdraw(questionId)
    visit.draw()
    return isHeard
  }
  return {
    answerPermission: (key, questionId, optionId) =>
      void answer(key, questionId, optionId === undefined ? undefined : { optionId }),
    rejectWithReason: (key, questionId, { optionId, reason }) => {
      const isHeard = answer(key, questionId, optionId === undefined ? undefined : { optionId })
      const text = reason.trim()
      const turns = text === '' ? undefined : talks.find(key)?.turns
      if (isHeard) turns?.promptNext({ text, blocks: [] })
      else turns?.queue.putBack(toQueued({ text, blocks: [] }))
      visit.draw()
    },
    answerForm: (key, questionId, given) => void answer(key, questionId, given),
  }
}

type Answering = NonNullable<ReturnType<Visit['agents']['asking']>>['answer']

/** Ways to an agent that wants to know who somebody is. */
export function signInActions(
  { talks, agents }: Visit,
  notices: Notices,
): Pick<Actions, 'signIn' | 'signOut'> {
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
