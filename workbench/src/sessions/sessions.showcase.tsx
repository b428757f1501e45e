/** The list of conversations: every state, searching, nothing, very many, and what is asked about them. */

import type { ReactNode } from 'react'
import { meansWith, Staged, scout, talkWith, threadOf } from '../showcase/means.fixture.js'
import type { Workbench } from '../state/workbench.js'
import { clearDesk, type Desk, desk } from './desk.js'
import { agents, manySessions, sessionsAt } from './pictures.fixture.js'
import { SessionDialogs } from './session-dialogs.js'
import { SessionsPane } from './sessions-pane.js'

const frame = { inlineSize: 300, blockSize: '100%', borderInlineEnd: '1px solid var(--line)' } as const

function picture(workbench: Partial<Workbench>, wish: Partial<Desk> = {}): () => ReactNode {
  return () => {
    desk.setState({ ...clearDesk, ...wish }, true)
    return (
      <Staged means={meansWith({ workbench })}>
        <main style={frame}>
          <h1 className="visually-hidden">Showcase</h1>
          <h2 className="visually-hidden">Conversations</h2>
          <SessionsPane />
        </main>
        <SessionDialogs />
      </Staged>
    )
  }
}

const filled = (): Partial<Workbench> => ({ listed: sessionsAt(Date.now()), agents, current: 'scout/1' })

const greeted = talkWith({
  title: 'Greetings',
  thread: threadOf([{ type: 'prompt', content: [{ type: 'text', text: 'Hello from the page' }] }]),
})

const roots = ['/home/ada/shop', '/home/ada/notes']

export const showcases = {
  filled: picture(filled()),
  searching: picture(filled(), { query: 'shop the' }),
  'not found': picture(filled(), { query: 'nothing like it' }),
  archive: picture(filled(), { showsArchived: true }),
  open: picture({ talks: new Map([[greeted.key, greeted]]), current: greeted.key }),
  empty: picture({ listed: [], agents: [scout] }),
  listing: picture({ listed: [], isListed: false }),
  many: picture({ listed: manySessions(2000, Date.now()) }),
  beginning: picture({ ...filled(), roots }, { isBeginning: true }),
  renaming: picture(filled(), { renaming: { key: 'scout/3', in: 'list' } }),
}
