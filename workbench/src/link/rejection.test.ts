import { expect, test } from 'vitest'
import type { TalkKey } from '../state/talk.js'
import { Browser, type Tab } from './browser.fixture.js'
import { House } from './house.fixture.js'

/** A conversation in which the agent asks, while another prompt waits. */
async function begin(): Promise<{ readonly tab: Tab; readonly key: TalkKey; readonly id: string }> {
  const house = await House.open()
  const tab = await new Browser(house).come()
  const key = await tab.begin(house.folder)
  tab.say(key, 'ask')
  tab.say(key, 'say later')
  const { questions } = await tab.untilTalk(key, talk => talk.questions.length > 0)
  return { tab, key, id: questions[0]?.id ?? '' }
}

function no(tab: Tab, key: TalkKey): string | undefined {
  const [question] = tab.talk(key).questions
  const choices = question?.is === 'permission' ? question.choices : []
  return choices.find(({ kind }) => kind === 'reject_once')?.optionId
}

const isDone = (tab: Tab, key: TalkKey) =>
  tab.untilTalk(key, ({ turn, queue }) => turn.state === 'idle' && queue.length === 0)

test('the reason of a no is the next prompt, before what waits already', async () => {
  const { tab, key, id } = await begin()
  const optionId = no(tab, key)
  tab.actions.rejectWithReason(key, id, { optionId, reason: ' say use the other one \n' })
  expect(tab.talk(key)).toMatchObject({ questions: [], queue: [{ text: 'say use the other one' }, {}] })
  await isDone(tab, key)
  expect(tab.said(key)).toEqual([
    ...['user: ask', `agent: chosen: ${optionId}`, '(end_turn)'],
    ...['user: say use the other one', 'agent: use the other one', '(end_turn)'],
    ...['user: say later', 'agent: later', '(end_turn)'],
  ])
})

test('the reasons of two noes in one turn are said in the order in which they were given', async () => {
  const house = await House.open({ isLending: true })
  const tab = await new Browser(house).come()
  const key = await tab.begin(house.folder)
  tab.say(key, `twice ${house.folder}/made.txt words`)
  tab.say(key, 'say later')
  const seen: string[] = []
  for (const reason of ['say first', 'say second']) {
    const isNew = ({ id }: { readonly id: string }) => !seen.includes(id)
    const { questions } = await tab.untilTalk(key, talk => talk.questions.some(isNew))
    const id = questions.find(isNew)?.id ?? ''
    seen.push(id)
    tab.actions.rejectWithReason(key, id, { optionId: no(tab, key), reason })
  }
  await isDone(tab, key)
  expect(
    tab
      .said(key)
      .filter(each => each.startsWith('user'))
      .slice(1),
  ).toEqual([...['user: say first', 'user: say second', 'user: say later']])
})

test('a no without a word is only a no', async () => {
  const { tab, key, id } = await begin()
  tab.actions.rejectWithReason(key, id, { optionId: no(tab, key), reason: ' ' })
  await isDone(tab, key)
  expect(tab.said(key).filter(each => each.startsWith('user'))).toEqual(['user: ask', 'user: say later'])
})

test('where the question was settled meanwhile the reason waits for leave to go', async () => {
  const { tab, key, id } = await begin()
  const optionId = no(tab, key)
  tab.actions.answerPermission(key, id, optionId)
  tab.actions.rejectWithReason(key, id, { optionId, reason: 'say too late' })
  await tab.untilTalk(key, ({ turn }) => turn.state === 'idle')
  expect(tab.talk(key)).toMatchObject({ isQueueHeld: true, queue: [{ text: 'say too late' }, {}] })
})

test('who calls the turn off after all holds the reason, too', async () => {
  const { tab, key, id } = await begin()
  tab.actions.rejectWithReason(key, id, { optionId: no(tab, key), reason: 'say because' })
  await tab.actions.cancel(key)
  await tab.untilTalk(key, ({ turn }) => turn.state === 'idle')
  expect(tab.talk(key)).toMatchObject({ isQueueHeld: true, queue: [{ text: 'say because' }, {}] })
  tab.actions.releaseQueue(key)
  await isDone(tab, key)
  expect(tab.said(key)).toContain('agent: because')
})
