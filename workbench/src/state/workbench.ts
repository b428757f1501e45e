/** Everything that the page knows of the world, as one value. What is only about how it is looked at is in `view.ts`. */

import type { AgentView, Failure, ListedSession, Talk, TalkKey } from './talk.js'

/** Where the page stands with its gateway. */
export type Entrance =
  | { readonly is: 'entering' }
  | { readonly is: 'in'; readonly name: string; readonly role: string }
  | { readonly is: 'out'; readonly failure: Failure }

/** What came of something that belongs to no conversation that is open. It goes by itself after a while. */
export interface Notice {
  readonly id: string
  readonly tone: 'info' | 'warning' | 'error'
  readonly text: string
  /** What can still be done about it. */
  readonly offer?: { readonly label: string; readonly act: () => void } | undefined
}

export interface Workbench {
  readonly entrance: Entrance
  readonly agents: readonly AgentView[]
  readonly talks: ReadonlyMap<TalkKey, Talk>
  /** Of all agents, the latest first. */
  readonly listed: readonly ListedSession[]
  /** Absent until the list was told once. */
  readonly isListed: boolean
  readonly current?: TalkKey | undefined
  /** Where new sessions work unless told otherwise, and where they may. */
  readonly folder: string
  readonly roots: readonly string[]
  /** The latest last. */
  readonly notices?: readonly Notice[] | undefined
}

export const emptyWorkbench: Workbench = {
  entrance: { is: 'entering' },
  agents: [],
  talks: new Map(),
  listed: [],
  isListed: false,
  folder: '/',
  roots: [],
}

export function currentTalk({ talks, current }: Workbench): Talk | undefined {
  return current === undefined ? undefined : talks.get(current)
}

/** Conversations in which somebody is asked something. */
export function waitingTalks({ talks }: Workbench): readonly Talk[] {
  return [...talks.values()].filter(({ questions }) => questions.length > 0)
}
