/** How the page stands with the agent of a conversation, in a word and in words. */

import type { AgentView, Talk } from '../state/talk.js'

export type ConnectionState =
  | 'connecting'
  | 'replaying'
  | 'live'
  | 'waiting-for-you'
  | 'offline'
  | 'failed'
  | 'elsewhere'

export interface Connection {
  readonly state: ConnectionState
  readonly words: string
  /** When it is tried again, by this machine's clock. */
  readonly retryAt?: number | undefined
}

const WORDS: Readonly<Record<ConnectionState, string>> = {
  connecting: 'connecting',
  replaying: 'loading',
  live: 'live',
  'waiting-for-you': 'waiting for you',
  offline: 'offline',
  failed: 'broken',
  elsewhere: 'not open here',
}

type Standing = Pick<Talk, 'phase' | 'failure' | 'questions'>

function stateFor(talk: Standing, link: AgentView['link'] | undefined): ConnectionState {
  if (talk.phase === 'failed') return talk.failure?.isElsewhere ? 'elsewhere' : 'failed'
  if (talk.phase === 'offline' || link === 'waiting' || link === 'closed') return 'offline'
  if (talk.phase === 'replaying') return 'replaying'
  if (talk.phase === 'opening' || link === 'connecting') return 'connecting'
  return talk.questions.length > 0 ? 'waiting-for-you' : 'live'
}

export function connectionOf(talk: Standing, agent: AgentView | undefined): Connection {
  const state = stateFor(talk, agent?.link)
  return { state, words: WORDS[state], retryAt: state === 'offline' ? agent?.retryAt : undefined }
}

/** With the seconds until the next try. */
export function connectionWords({ words, retryAt }: Connection, now: number): string {
  const seconds = retryAt === undefined ? 0 : Math.ceil((retryAt - now) / 1000)
  return seconds > 0 ? `${words}, tries again in ${seconds} s` : words
}
