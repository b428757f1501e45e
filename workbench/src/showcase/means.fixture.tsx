/** A workbench without a gateway: a state that a showcase fills, and actions that only write down what was asked. */

import {
  emptyThread,
  reduce,
  type Thread,
  type ThreadEvent,
  type ThreadUpdate,
  type ThreadVersion,
} from '@parley/acp/thread'
import type { ReactNode } from 'react'
import type { Actions } from '../state/actions.js'
import { type Means, MeansProvider } from '../state/context.js'
import { createViewStore, createWorkbenchStore } from '../state/store.js'
import type { AgentView, Talk } from '../state/talk.js'
import { usualView, type View } from '../state/view.js'
import type { WireLog } from '../state/wire-log.js'
import { emptyWorkbench, type Workbench } from '../state/workbench.js'

declare global {
  interface Window {
    /** What was done, in order: the name of the action and its words. */
    calls?: unknown[][]
    means?: Means
  }
}

export const scout: AgentView = {
  ...{ name: 'scout', title: 'Scout', version: '0.1.0', isDefault: true, link: 'open' },
  ...{ authMethods: [], canSignOut: false, needsSignIn: false },
}

/** What came of these events, one after the other. */
export function threadOf(
  events: readonly (ThreadEvent | ThreadUpdate)[],
  version: ThreadVersion = 1,
): Thread {
  return events.reduce(reduce, emptyThread(version))
}

/** A conversation that is live and in which nothing happens. */
export function talkWith(parts: Partial<Talk> = {}): Talk {
  return {
    ...{ key: 'scout/1', agent: 'scout', sessionId: '1', cwd: '/home/ada/shop', phase: 'live' },
    ...{ thread: emptyThread(1), turn: { state: 'idle' }, queue: [], isQueueHeld: false, questions: [] },
    ...{ modes: [], options: [], commands: [], people: [], isViewer: false, remarks: [] },
    abilities: {
      ...{ image: true, audio: true, embeddedContext: true, fork: true, rename: true },
      ...{ archive: true, delete: true, workspace: true },
    },
    startedAt: new Map(),
    endedAt: new Map(),
    ...parts,
  }
}

/** What reading actions answer with in a showcase. */
export type Answers = Partial<
  Pick<
    Actions,
    'listFolder' | 'readFile' | 'findFiles' | 'writeFile' | 'newTalk' | 'forkTalk' | 'listAnswers'
  >
>

interface Setting {
  readonly workbench?: Partial<Workbench>
  readonly view?: Partial<View>
  readonly talk?: Talk
  readonly answers?: Answers
  readonly wires?: ReadonlyMap<string, WireLog>
}

export function meansWith({ workbench, view, talk, answers, wires = new Map() }: Setting): Means {
  const calls: unknown[][] = []
  const actions = new Proxy({} as Actions, {
    get:
      (_, name: string) =>
      (...words: unknown[]) => {
        calls.push([name, ...words])
        const answer = answers?.[name as keyof Answers] as ((...words: unknown[]) => unknown) | undefined
        return answer?.(...words) ?? Promise.resolve()
      },
  })
  const store = createWorkbenchStore({
    ...emptyWorkbench,
    ...{ entrance: { is: 'in', name: 'owner', role: 'admin' }, agents: [scout], isListed: true },
    ...{ folder: '/home/ada/shop', roots: ['/home/ada/shop'] },
    ...(talk && { talks: new Map([[talk.key, talk]]), current: talk.key }),
    ...workbench,
  })
  const means = { store, view: createViewStore({ ...usualView, ...view }), actions, wires }
  if (typeof window !== 'undefined') Object.assign(window, { calls, means })
  return means
}

/** Draws its children in such a workbench. */
export function Staged({ means, children }: { readonly means: Means; readonly children: ReactNode }) {
  return <MeansProvider means={means}>{children}</MeansProvider>
}
