import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Browser } from './browser.fixture.js'
import { House } from './house.fixture.js'

test('sessions of all agents that were talked to are listed, the latest first, and opened again in the next visit', async () => {
  const house = await House.open()
  const browser = new Browser(house)
  const tab = await browser.come()
  const keys = [await tab.begin(house.folder), await tab.begin(house.folder, 'other')]
  for (const key of keys) {
    tab.say(key, `say ${key.slice(0, 4)}`)
    await tab.untilTalk(key, ({ turn }) => turn.state === 'idle')
  }
  expect(tab.state.current).toBe(keys[1])
  await tab.until(({ listed }) => listed.length === 2 && listed.every(({ title }) => title !== undefined))
  // What each was last used for is known when its agent has been asked again.
  await tab.until(({ listed }) => listed[0]?.key === keys[1])
  expect(tab.state.listed.map(({ key, agent, title, state }) => ({ key, agent, title, state }))).toEqual([
    { key: keys[1], agent: 'other', title: 'say othe', state: 'idle' },
    { key: keys[0], agent: 'main', title: 'say main', state: 'idle' },
  ])
  const { sessionId } = tab.talk(keys[1] ?? '')
  await tab.close()

  const next = browser.open('', { tabTexts: tab.tabTexts })
  await next.until(({ listed }) => listed.length === 2)
  const at = `other/${sessionId}`
  await next.untilTalk(at, ({ phase }) => phase === 'live')
  expect(next.state.current).toBe(at)
  expect(next.said(at)).toEqual(['user: say othe', 'agent: othe', '(end_turn)'])
  const first = next.state.listed.find(({ agent }) => agent === 'main')
  next.actions.selectTalk(first?.key)
  const main = await next.untilTalk(first?.key ?? '', ({ phase }) => phase === 'live')
  expect(main).toMatchObject({ title: 'say main', cwd: house.folder })
})

test('a conversation is left and comes back as it is; what is asked there meanwhile waits', async () => {
  const house = await House.open()
  const tab = await new Browser(house).come()
  const key = await tab.begin(house.folder)
  tab.say(key, 'ask')
  await tab.actions.leaveTalk(key)
  expect(tab.state).toMatchObject({ current: undefined, talks: new Map() })
  await tab.until(({ listed }) => listed.some(({ state }) => state === 'needs-you'))
  tab.actions.selectTalk(key)
  const { questions } = await tab.untilTalk(key, talk => talk.questions.length === 1)
  tab.actions.answerPermission(key, questions[0]?.id ?? '', undefined)
  await tab.untilTalk(key, ({ turn }) => turn.state === 'idle')
  expect(tab.said(key)).toEqual(['user: ask', 'agent: chosen: nothing', '(end_turn)'])
})

test('a session is forked with what was said, renamed, and deleted; what cannot be done is told', async () => {
  const house = await House.open()
  const tab = await new Browser(house).come()
  const key = await tab.begin(house.folder)
  tab.say(key, 'say here')
  await tab.untilTalk(key, ({ turn }) => turn.state === 'idle')
  expect(tab.talk(key).abilities).toMatchObject({ fork: true, delete: true, image: false })
  const fork = (await tab.actions.forkTalk(key)) ?? ''
  expect(tab.state.current).toBe(fork)
  tab.say(fork, 'say there')
  await tab.untilTalk(fork, ({ turn }) => turn.state === 'idle')
  expect(tab.said(fork).filter(each => each.startsWith('agent'))).toEqual(['agent: here', 'agent: there'])
  expect(tab.said(key).filter(each => each.startsWith('agent'))).toEqual(['agent: here'])
  await tab.actions.renameTalk(key, 'Another name')
  await tab.until(({ listed }) => listed.some(({ title }) => title === 'Another name'))
  expect(tab.state.listed.find(each => each.key === fork)?.title).toMatch(/ \(fork\)$/)
  await tab.until(({ listed }) => listed.length === 2)
  await tab.actions.deleteTalk(fork)
  expect(tab.state).toMatchObject({ current: undefined, listed: [{ key }] })
  await tab.actions.openTalk('nobody/nothing')
  expect(tab.state.notices).toMatchObject([
    { tone: 'error', text: expect.stringContaining('no such conversation') },
  ])
})

test('every session can be named and put away, and that is undone; other screens are told', async () => {
  const house = await House.open()
  const browser = new Browser(house)
  const [tab, other] = [await browser.come(), browser.open()]
  await other.until(({ entrance }) => entrance.is === 'in')
  const key = await tab.begin(house.folder)
  tab.say(key, 'say here')
  await tab.untilTalk(key, ({ turn }) => turn.state === 'idle')
  const { sessionId } = tab.talk(key)
  const shown = (at: typeof tab) => at.state.listed.find(each => each.sessionId === sessionId)
  await tab.actions.renameTalk(key, 'A good name')
  await other.until(() => shown(other)?.title === 'A good name')
  await tab.actions.archiveTalk(key, true)
  await other.until(() => shown(other)?.isArchived === true)
  expect(shown(tab)?.isArchived).toBe(true)
  const [{ offer } = {}] = tab.state.notices ?? []
  expect(offer?.label).toBe('Undo')
  offer?.act()
  await other.until(() => shown(other)?.isArchived === false)
  await house.kill()
  await house.start()
  const late = browser.open()
  await late.until(() => shown(late)?.title === 'A good name')
})

test('agents that came meanwhile are there when somebody looks again, or the connection is back', async () => {
  const house = await House.open()
  const tab = await new Browser(house).come()
  const key = await tab.begin(house.folder)
  const names = () => tab.state.agents.map(({ name }) => name)
  const [main] = tab.state.agents
  await house.addAgent('later')
  expect(names()).toEqual(['main', 'other', 'odd'])
  tab.look()
  await tab.until(() => names().includes('later'))
  // What was known of the others is so still.
  expect(tab.state.agents[0]).toEqual(main)
  const second = await tab.begin(house.folder, 'later')
  tab.say(second, 'say hello')
  await tab.untilTalk(second, () => tab.said(second).includes('agent: hello'))
  // Whatever else would ask has done so, or does not.
  tab.isSeen = false
  await tab.actions.refreshSessions()
  await house.addAgent('last')
  tab.cut()
  await tab.until(() => names().includes('last'))
  await tab.untilTalk(key, ({ phase }) => phase === 'live')
})

test('a session that is not there says so, and offers another', async () => {
  const house = await House.open()
  const tab = await new Browser(house).come()
  tab.actions.selectTalk('main/never-was')
  const { failure } = await tab.untilTalk('main/never-was', ({ phase }) => phase === 'failed')
  expect(failure).toMatchObject({ message: expect.stringContaining('not there'), offer: 'new-session' })
})

test('a conversation whose folder is gone can be read, and says that its folder is not there', async () => {
  const house = await House.open({ isLending: true })
  const folder = join(house.folder, 'gone')
  await mkdir(folder)
  const tab = await new Browser(house).come()
  const key = await tab.begin(folder)
  tab.say(key, 'say something')
  await tab.untilTalk(key, ({ turn }) => turn.state === 'idle')
  const at = `main/${tab.talk(key).sessionId}`
  await tab.close()
  await house.kill()
  await rm(folder, { recursive: true })
  await house.start()
  const later = await new Browser(house).come()
  later.actions.selectTalk(at)
  await later.untilTalk(at, ({ phase }) => phase === 'live' || phase === 'failed')
  expect(later.talk(at)).toMatchObject({ phase: 'live' })
  expect(later.said(at)).toContain('agent: something')
  await later.untilTalk(at, ({ remarks }) => remarks.length > 0)
  expect(later.talk(at).remarks).toMatchObject([
    { tone: 'warning', text: expect.stringContaining('not there any more') },
  ])
})

test('an agent of the later version works, wants somebody to sign in, and fills in forms', async () => {
  const house = await House.open()
  const tab = await new Browser(house).come()
  const key = await tab.begin(house.folder, 'odd')
  expect(tab.talk(key)).toMatchObject({
    phase: 'failed',
    failure: { offer: 'sign-in' },
    questions: [{ is: 'sign-in', agent: 'odd' }],
  })
  expect(tab.state.agents[2]).toMatchObject({ needsSignIn: true, authMethods: [{ id: 'pass' }] })
  tab.say(key, 'form')
  await tab.actions.signIn('odd', 'pass')
  const asked = await tab.untilTalk(key, ({ questions }) => questions[0]?.is === 'form')
  expect(asked.questions[0]).toMatchObject({ message: 'Which colour?', schema: { required: ['colour'] } })
  tab.actions.answerForm(key, asked.questions[0]?.id ?? '', { action: 'accept', content: { colour: 'red' } })
  await tab.untilTalk(key, ({ turn }) => turn.state === 'idle')
  expect(tab.said(key)).toEqual([
    'user: form',
    'agent: form: {"action":"accept","content":{"colour":"red"}}',
    '(end_turn)',
  ])
  expect(tab.state.agents[2]).toMatchObject({ needsSignIn: false, link: 'open', version: '2.0.0' })
})

test('prompts that wait are there again when the tab is loaded anew, and held', async () => {
  const house = await House.open()
  const browser = new Browser(house)
  const tab = await browser.come()
  const key = await tab.begin(house.folder)
  tab.say(key, 'work')
  tab.say(key, 'say later')
  const at = `main/${tab.talk(key).sessionId}`
  await tab.untilTalk(key, () => tab.said(key).includes('agent: working'))
  await tab.close()
  const next = browser.open('', { tabTexts: tab.tabTexts })
  await next.untilTalk(at, ({ phase }) => phase === 'live')
  expect(next.talk(at)).toMatchObject({
    ...{ turn: { state: 'working', by: 'you' }, queue: [{ text: 'say later' }], isQueueHeld: true },
  })
  await next.actions.cancel(at)
  next.actions.releaseQueue(at)
  await next.untilTalk(at, ({ turn, queue }) => turn.state === 'idle' && queue.length === 0)
  expect(await house.carriedOut()).toEqual(['work', 'say later'])
  expect(next.tabTexts.getItem('parley.queues')).toBeNull()
})

test('to try again while the connection is cut off tries at once, and nothing is heard twice', async () => {
  const house = await House.open()
  const hour = 3_600_000
  const retry = { firstDelay: hour, longestDelay: hour }
  const tab = new Browser(house).open(`ticket=${await house.ticket()}`, { retry })
  await tab.until(({ entrance }) => entrance.is === 'in')
  const key = await tab.begin(house.folder)
  tab.cut()
  await tab.untilTalk(key, ({ phase }) => phase === 'offline')
  await tab.until(({ agents }) => agents[0]?.retryAt !== undefined)
  await tab.actions.retry(key)
  await tab.untilTalk(key, ({ phase }) => phase === 'live')
  tab.say(key, 'say once')
  await tab.untilTalk(key, ({ turn }) => turn.state === 'idle')
  expect(tab.said(key)).toEqual(['user: say once', 'agent: once', '(end_turn)'])
})

test('a session that was put away is listed as such, and goes on where it was when it is taken out again', async () => {
  const house = await House.open()
  const tab = await new Browser(house).come()
  const key = await tab.begin(house.folder)
  tab.say(key, 'say before')
  await tab.untilTalk(key, ({ turn }) => turn.state === 'idle')
  await tab.actions.archiveTalk(key, true)
  expect(tab.state).toMatchObject({ current: undefined, talks: new Map() })
  const [listed] = tab.state.listed
  expect(listed).toMatchObject({ isArchived: true, state: 'saved' })
  await tab.actions.archiveTalk(listed?.key ?? '', false)
  expect(tab.state.listed).toMatchObject([{ isArchived: false }])
  const again = tab.state.listed[0]?.key ?? ''
  tab.actions.selectTalk(again)
  const { key: opened } = await tab.untilTalk(tab.state.current ?? again, ({ phase }) => phase === 'live')
  tab.say(opened, 'say after')
  await tab.untilTalk(opened, ({ turn }) => turn.state === 'idle')
  expect(tab.said(opened).filter(each => each.startsWith('agent'))).toEqual(['agent: before', 'agent: after'])
})

test('a conversation in a folder that is not served says where it works, is not broken, and opens when it is', async () => {
  const house = await House.open()
  const inside = join(house.folder, 'inside')
  await mkdir(inside)
  const browser = new Browser(house)
  const tab = await browser.come()
  const begun = await tab.begin(house.folder)
  tab.say(begun, 'say here')
  const { sessionId } = await tab.untilTalk(begun, ({ turn }) => turn.state === 'idle')
  await tab.close()
  await house.kill()
  await house.start({ roots: [inside] })
  const next = browser.open()
  const key = `main/${sessionId}`
  await next.until(({ listed }) => listed.some(each => each.key === key))
  next.actions.selectTalk(key)
  const { failure } = await next.untilTalk(key, ({ phase }) => phase === 'failed')
  expect(failure).toEqual({
    ...{ message: `This conversation works in ${house.folder}.`, isElsewhere: true },
    cure: 'Run `parley web` there to open it.',
  })
  await next.until(({ listed }) => listed.find(each => each.key === key)?.state === 'saved')
  const fresh = await next.begin(house.folder)
  expect(next.talk(fresh).failure?.message).toBe(
    `${house.folder} is no folder that parley web was called in.`,
  )
  await house.kill()
  await house.start()
  await next.until(({ agents }) => agents[0]?.link === 'open')
  next.actions.selectTalk(key)
  await next.untilTalk(key, ({ phase }) => phase === 'live')
})
