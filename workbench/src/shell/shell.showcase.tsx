/** The workbench as a whole: everyday work, each pane, every entrance, and everything that can lie over it. */

import type { ReactNode } from 'react'
import { agents, manySessions } from '../sessions/pictures.fixture.js'
import { scout } from '../showcase/means.fixture.js'
import { busyTalk, question } from './busy-talk.fixture.js'
import { PaneBoundary } from './pane-boundary.js'
import { type Scene, Stage } from './pictures.fixture.js'

// Made once, outside of React: drawing again must not set the scene again.
const picture =
  (scene: () => Scene): (() => ReactNode) =>
  () =>
    Stage(scene())

const offline = agents.map(agent =>
  agent.name === 'scout' ? { ...agent, link: 'waiting' as const, retryAt: Date.now() + 9_000 } : agent,
)

const out = {
  message: 'The link was used already, or is too old.',
  cure: 'Press Enter where `parley web` runs: it prints a new link.',
  offer: 'new-link' as const,
}

const failed = {
  message: 'The agent ended: exit code 1.',
  cure: 'Try again, or begin a new conversation.',
  offer: 'retry' as const,
}

let isBroken = true

function BreaksOnce(): ReactNode {
  if (isBroken) throw new Error('a piece was missing')
  return <p>Drawn after all</p>
}

export const showcases = {
  'broken pane': (): ReactNode => (
    <main>
      <h1 className="visually-hidden">Showcase</h1>
      <PaneBoundary
        name="Changes"
        onRetry={() => {
          isBroken = false
        }}
      >
        <BreaksOnce />
      </PaneBoundary>
    </main>
  ),
  working: picture(() => ({ talk: busyTalk() })),
  changes: picture(() => ({ talk: busyTalk(), view: { pane: 'changes' } })),
  plan: picture(() => ({ talk: busyTalk(), view: { pane: 'plan' } })),
  terminals: picture(() => ({ talk: busyTalk(), view: { pane: 'terminals' } })),
  files: picture(() => ({ talk: busyTalk(), view: { pane: 'files' } })),
  protocol: picture(() => ({ talk: busyTalk(), view: { pane: 'protocol' } })),
  question: picture(() => ({ talk: busyTalk({ questions: [question] }) })),
  offline: picture(() => ({ talk: busyTalk({ phase: 'offline' }), workbench: { agents: offline } })),
  failed: picture(() => ({ talk: busyTalk({ phase: 'failed', failure: failed, turn: { state: 'idle' } }) })),
  entering: picture(() => ({ workbench: { entrance: { is: 'entering' } } })),
  out: picture(() => ({ workbench: { entrance: { is: 'out', failure: out } } })),
  'no agents': picture(() => ({ workbench: { agents: [], listed: [] } })),
  'first run': picture(() => ({ workbench: { agents: [scout], listed: [] } })),
  'nothing open': picture(() => ({})),
  'many sessions': picture(() => ({
    talk: busyTalk(),
    workbench: { listed: manySessions(2000, Date.now()), agents: [scout] },
  })),
  palette: picture(() => ({ talk: busyTalk(), shell: { window: 'palette' } })),
  keys: picture(() => ({ talk: busyTalk(), shell: { window: 'keys' } })),
  switcher: picture(() => ({
    talk: busyTalk(),
    shell: { window: 'switcher', recent: ['scout/1', 'scout/3', 'ranger/5'] },
  })),
  sheet: picture(() => ({ talk: busyTalk(), shell: { isSheetOpen: true } })),
  notices: picture(() => ({
    talk: busyTalk(),
    workbench: {
      notices: [
        { id: '1', tone: 'info', text: 'The conversation was archived.' },
        { id: '2', tone: 'error', text: 'Keeper did not answer. Run `parley doctor keeper`.' },
      ],
    },
  })),
}
