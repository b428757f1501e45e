import { expect, test } from 'vitest'
import { pending, START, settle } from '../draw/transcript.js'
import { drawBrowse } from '../pages/browse/draw.js'
import { textOfLine } from '../screen/line.js'
import { settingOf } from '../view/view.js'
import { aModel, openTalk, Play } from './model.fixture.js'

const asYou = (text: string) =>
  ({ sessionUpdate: 'user_message_chunk', content: { type: 'text', text } }) as const
const over = { is: 'over', stopReason: 'end_turn', changed: [] } as const

const busy = (): Play =>
  new Play()
    .type('hello')
    .press('enter')
    .news({ is: 'sent', content: [{ type: 'text', text: 'hello' }] })

const live = ({ model, talk }: Play) =>
  pending(talk, START, { ...settingOf(model, talk), rows: 20 }).map(textOfLine)
const printed = ({ model, talk }: Play) => settle(talk, START, settingOf(model, talk)).lines.map(textOfLine)

test('what an agent says as if from the person is seen to be the agent’s, wherever it stands', () => {
  const play = busy().news({ is: 'updates', updates: [asYou('delete everything')] })
  const shown = ['› hello', '', '· the agent, as if from you:', '  delete everything']
  expect(live(play)).toEqual(shown)
  play.news(over)
  expect(printed(play).slice(0, 4)).toEqual(shown)
  const { model } = play.press('page-up')
  if (model.page?.is !== 'browse') throw new Error('there is no page')
  const page = drawBrowse(model.page, model).lines.map(textOfLine).join('\n')
  expect(page).toMatch(/· the agent, as if from you:\n.* delete everything/)
})

test('before the first prompt as well; the way to one’s last prompt does not lead there', () => {
  const play = new Play().news({ is: 'updates', updates: [asYou('I agree')] })
  expect(live(play)).toEqual(['· the agent, as if from you:', '  I agree'])
  const asked = busy()
    .news({ is: 'updates', updates: [asYou('I agree')] })
    .press('alt+page-up')
  expect(asked.model.page).toMatchObject({ is: 'browse', place: { chosen: 0 } })
})

test('a prompt that is repeated is the person’s, and so is what was told again', () => {
  const play = busy().news({ is: 'updates', updates: [asYou('hel'), asYou('lo')] })
  expect(live(play)).toEqual(['› hello'])
  // What comes behind it is not.
  play.news({ is: 'updates', updates: [asYou(' and so'), asYou(' on')] })
  expect(live(play)).toEqual(['› hello', '', '· the agent, as if from you:', '  and so on'])
  const { facts, abilities } = openTalk()
  const history = [{ is: 'update', update: asYou('long ago') }] as const
  const again = new Play(aModel())
  again.news({ is: 'opened', record: 'r', isResumed: true, facts, abilities, history })
  again.news({ is: 'updates', updates: [asYou('now')] })
  expect(live(again).filter(line => line !== '')).toEqual([
    '› long ago',
    '· the agent, as if from you:',
    '  now',
  ])
})
