import { expect, test } from 'vitest'
import { Browser } from './browser.fixture.js'
import { House } from './house.fixture.js'

test('two pages on one session hear the same, know whose turn it is, and the first answer counts for both', async () => {
  const house = await House.open()
  const browser = new Browser(house)
  const first = await browser.come()
  const key = await first.begin(house.folder)
  first.say(key, 'say before')
  await first.untilTalk(key, ({ turn }) => turn.state === 'idle')
  const { sessionId = '' } = first.talk(key)
  const second = await new Browser(house).come({ role: 'editor', session: sessionId, name: 'guest' })
  const other = `main/${sessionId}`
  await second.untilTalk(other, ({ phase }) => phase === 'live')
  expect(second.state.current).toBe(other)
  expect(second.said(other)).toEqual(['user: say before', 'agent: before', '(end_turn)'])
  const people = [{ name: 'owner' }, { name: 'guest' }]
  await first.untilTalk(key, talk => talk.people.length === 2)
  expect(first.talk(key)).toMatchObject({ people, remarks: [{ text: 'guest (editor) is here.' }] })
  await second.untilTalk(other, talk => talk.people.length === 2)
  expect(second.talk(other).people.map(({ isSelf }) => isSelf)).toEqual([false, true])

  first.say(key, 'ask')
  await second.untilTalk(other, ({ questions }) => questions.length === 1)
  expect(second.talk(other).turn).toMatchObject({ state: 'working', by: 'owner' })
  second.say(other, 'say more')
  expect(second.talk(other).queue).toMatchObject([{ text: 'say more' }])
  await first.untilTalk(key, ({ questions }) => questions.length === 1)
  const [question] = second.talk(other).questions
  const choice = question?.is === 'permission' ? question.choices[0] : undefined
  second.actions.answerPermission(other, question?.id ?? '', choice?.optionId)
  await first.untilTalk(key, ({ questions }) => questions.length === 0)
  for (const [tab, at] of [
    [first, key],
    [second, other],
  ] as const) {
    await tab.untilTalk(at, ({ turn, queue }) => turn.state === 'idle' && queue.length === 0)
    await tab.untilTalk(at, () => tab.said(at).includes('agent: more'))
    expect(tab.said(at).slice(3)).toEqual([
      ...['user: ask', `agent: chosen: ${choice?.optionId}`, '(end_turn)'],
      ...['user: say more', 'agent: more', '(end_turn)'],
    ])
  }
  expect(first.talk(key).remarks.at(-1)?.text).toBe(`guest answered: ${choice?.name}`)
  expect(second.talk(other).remarks).toEqual([])
  await second.close()
  await first.untilTalk(key, ({ remarks }) => remarks.at(-1)?.text === 'guest (editor) left.')
})

test('what somebody does in another window of their own is theirs, and nobody else’s', async () => {
  const house = await House.open()
  const browser = new Browser(house)
  const first = await browser.come()
  const key = await first.begin(house.folder)
  const { sessionId = '' } = first.talk(key)
  const second = browser.open(`talk=main/${sessionId}`)
  const other = `main/${sessionId}`
  await second.untilTalk(other, ({ phase }) => phase === 'live')
  await first.untilTalk(key, ({ remarks }) => remarks.length === 1)
  first.say(key, 'ask')
  await second.untilTalk(other, ({ questions }) => questions.length === 1)
  expect(second.talk(other).turn.by).toBe('you')
  const [question] = second.talk(other).questions
  const choice = question?.is === 'permission' ? question.choices[0] : undefined
  second.actions.answerPermission(other, question?.id ?? '', choice?.optionId)
  await first.untilTalk(key, ({ turn }) => turn.state === 'idle')
  await second.close()
  await first.untilTalk(key, ({ remarks }) => remarks.length === 3)
  expect(first.talk(key).remarks.map(({ text }) => text)).toEqual([
    'You have opened this conversation in another window, too.',
    `You, in another window, answered: ${choice?.name}`,
    'You have closed this conversation in another window.',
  ])
})

test('a turn that is called off while it asks something takes its question along, and nobody else is blamed for it', async () => {
  const house = await House.open()
  const tab = await new Browser(house).come()
  const key = await tab.begin(house.folder)
  tab.say(key, 'ask')
  await tab.untilTalk(key, ({ questions }) => questions.length === 1)
  await tab.actions.cancel(key)
  await tab.untilTalk(key, ({ turn, questions }) => turn.state === 'idle' && questions.length === 0)
  // What is said of the question comes before the answer to the next prompt.
  tab.say(key, 'say after')
  await tab.untilTalk(key, () => tab.said(key).includes('agent: after'))
  expect(tab.talk(key).remarks).toEqual([])
})

test('a turn of somebody else can be called off from here', async () => {
  const house = await House.open()
  const browser = new Browser(house)
  const first = await browser.come()
  const key = await first.begin(house.folder)
  const other = `main/${first.talk(key).sessionId}`
  const second = browser.open()
  await second.until(({ entrance }) => entrance.is === 'in')
  second.actions.selectTalk(other)
  await second.untilTalk(other, ({ phase }) => phase === 'live')
  first.say(key, 'work')
  await second.untilTalk(other, ({ turn }) => turn.state === 'working')
  await second.actions.cancel(other)
  for (const [tab, at] of [
    [first, key],
    [second, other],
  ] as const) {
    await tab.untilTalk(at, ({ turn }) => turn.state === 'idle')
    expect(tab.said(at).at(-1)).toBe('(cancelled)')
  }
})

test('who may only look has no place to write', async () => {
  const house = await House.open()
  const host = await new Browser(house).come()
  const key = await host.begin(house.folder)
  const { sessionId = '' } = host.talk(key)
  const viewer = await new Browser(house).come({ role: 'viewer', session: sessionId, name: 'guest' })
  const at = `main/${sessionId}`
  await viewer.untilTalk(at, ({ phase }) => phase === 'live')
  expect(viewer.talk(at).isViewer).toBe(true)
  host.say(key, 'ask')
  await host.untilTalk(key, ({ questions }) => questions.length === 1)
  await viewer.untilTalk(at, ({ turn }) => turn.by === 'owner')
  expect(viewer.talk(at).questions).toEqual([])
})
