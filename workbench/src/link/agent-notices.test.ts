import { itemsOf } from '@parley/acp/thread'
import { expect, test } from 'vitest'
import type { TalkKey } from '../state/talk.js'
import { Browser, type Tab } from './browser.fixture.js'
import { House } from './house.fixture.js'

/** Everything that is shown, in order: what was said, and what was remarked between. */
function shown(tab: Tab, key: TalkKey): readonly string[] {
  const { thread, remarks } = tab.talk(key)
  const rows = [...itemsOf(thread.slots)].map(entry =>
    entry?.kind === 'message' ? `${entry.role}: ${textOf(itemsOf(entry.content))}` : String(entry?.kind),
  )
  for (const { after, text } of remarks.toReversed()) rows.splice(after, 0, `! ${text}`)
  return rows
}

const textOf = (blocks: Iterable<object>): string =>
  [...blocks].map(block => ('text' in block ? block.text : '')).join('')

test('a notice of the agent stands where it was told, and stays there when more is said', async () => {
  const house = await House.open()
  const tab = await new Browser(house).come()
  const key = await tab.begin(house.folder, 'odd')
  await tab.actions.signIn('odd', 'pass')
  await tab.untilTalk(key, ({ phase }) => phase === 'live')
  tab.say(key, 'notice mind the gap')
  await tab.untilTalk(key, ({ turn, remarks }) => turn.state === 'idle' && remarks.length > 0)
  const before = shown(tab, key)
  expect(before).toContain('! mind the gap')
  expect(tab.talk(key).remarks).toMatchObject([{ tone: 'warning' }])
  tab.say(key, 'say on')
  await tab.untilTalk(key, ({ turn }) => turn.state === 'idle' && shown(tab, key).length > before.length)
  expect(shown(tab, key).slice(0, before.length)).toEqual(before)
  // It is for the moment: who comes later is not told.
  const at = `odd/${tab.talk(key).sessionId}`
  const later = await new Browser(house).come()
  later.actions.selectTalk(at)
  await later.untilTalk(at, ({ phase }) => phase === 'live')
  expect(shown(later, at)).toEqual(shown(tab, key).filter(row => !row.startsWith('!')))
})
