import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { meansWith, Staged, talkWith } from '../showcase/means.fixture.js'
import { HeadPane } from './head-pane.js'

const talk = talkWith({ title: 'A talk' })
const { key, agent, cwd } = talk

function head({ isArchived, abilities = talk.abilities }: { isArchived: boolean } & Partial<typeof talk>) {
  const listed = [{ key, agent, cwd, sessionId: '1', isArchived, state: 'idle' }] as const
  return renderToStaticMarkup(
    <Staged means={meansWith({ talk: { ...talk, abilities }, workbench: { listed } })}>
      <HeadPane />
    </Staged>,
  )
}

test('a conversation of the archive says so in its head, with the way out where there is one', () => {
  expect(head({ isArchived: false })).not.toContain('rchive')
  expect(head({ isArchived: true })).toMatch(/Archived.*Take out of the archive/)
  const fixed = head({ isArchived: true, abilities: { ...talk.abilities, archive: false } })
  expect(fixed).toContain('Archived')
  expect(fixed).not.toContain('Take out')
})
