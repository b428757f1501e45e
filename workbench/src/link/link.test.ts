import { expect, test } from 'vitest'
import { Browser } from './browser.fixture.js'
import { House } from './house.fixture.js'

test('a link lets the page in once, its ticket leaves the address, and the cookie lets it in from then on', async () => {
  const house = await House.open()
  const browser = new Browser(house)
  const ticket = await house.ticket()
  const tab = browser.open(`ticket=${ticket}`)
  await tab.until(({ entrance }) => entrance.is === 'in')
  expect(tab.fragment).toBe('')
  expect(tab.state).toMatchObject({
    entrance: { is: 'in', name: 'owner', role: 'admin' },
    folder: house.folder,
    roots: [house.folder],
    agents: [
      { name: 'main', title: 'The main one', isDefault: true, link: 'open', version: '1.0.0' },
      { name: 'other', link: 'idle' },
      { name: 'odd', link: 'idle' },
    ],
  })
  const second = browser.open()
  await second.until(({ entrance }) => entrance.is === 'in')
  const stale = browser.open(`ticket=${ticket}`)
  await stale.until(({ entrance }) => entrance.is === 'in')
  const stranger = new Browser(house).open(`ticket=${ticket}`)
  await stranger.until(({ entrance }) => entrance.is === 'out')
  expect(stranger.state.entrance).toMatchObject({
    failure: {
      message: expect.stringContaining('used'),
      cure: expect.stringContaining('parley web'),
      offer: 'new-link',
    },
  })
  const nobody = new Browser(house).open()
  await nobody.until(({ entrance }) => entrance.is === 'out')
  expect(nobody.state.entrance).toMatchObject({ failure: { offer: 'new-link' } })
  await tab.actions.leave()
  expect(tab.state.entrance).toMatchObject({ is: 'out', failure: { message: 'You have left.' } })
  const late = browser.open()
  await late.until(({ entrance }) => entrance.is === 'out')
})

test('a prompt appears at once, what the agent asks is a question, and the answer goes to it', async () => {
  const house = await House.open()
  const tab = await new Browser(house).come()
  const key = await tab.begin(house.folder)
  expect(tab.talk(key)).toMatchObject({
    phase: 'live',
    mode: 'ask',
    people: [{ name: 'owner', isSelf: true }],
  })
  tab.say(key, 'ask')
  expect(tab.said(key)).toEqual(['user: ask'])
  expect(tab.talk(key).turn).toMatchObject({ state: 'working', since: expect.any(Number) })
  const asked = await tab.untilTalk(key, ({ questions }) => questions.length > 0)
  const [question] = asked.questions
  expect(question).toMatchObject({ is: 'permission', title: 'Something', toolKind: 'execute', changes: [] })
  const choices = question?.is === 'permission' ? question.choices : []
  const yes = choices.find(({ kind }) => kind === 'allow_once')?.optionId
  await tab.until(({ listed }) => listed.some(each => each.key === key && each.state === 'needs-you'))
  tab.actions.answerPermission(key, question?.id ?? '', yes)
  expect(tab.talk(key).questions).toEqual([])
  await tab.untilTalk(key, ({ turn }) => turn.state === 'idle')
  expect(tab.said(key)).toEqual(['user: ask', `agent: chosen: ${yes}`, '(end_turn)'])
  expect(tab.talk(key).startedAt.size).toBeGreaterThan(1)
  await tab.until(({ listed }) =>
    listed.some(each => each.key === key && each.state === 'idle' && each.title === 'ask'),
  )
  await tab.actions.setMode(key, 'code')
  expect(tab.talk(key).mode).toBe('code')
  await tab.actions.setMode(key, 'none')
  expect(tab.talk(key).remarks.at(-1)).toMatchObject({ tone: 'error' })
})

test('prompts wait here while a turn runs: they are edited, moved, removed, sent in order; one is sent at once', async () => {
  const house = await House.open()
  const tab = await new Browser(house).come()
  const key = await tab.begin(house.folder)
  tab.say(key, 'work')
  await tab.untilTalk(key, () => tab.said(key).includes('agent: working'))
  for (const word of ['a', 'b', 'c', 'd']) tab.say(key, `say ${word}`)
  const [first, second, third, fourth] = tab.talk(key).queue
  expect(tab.talk(key).queue.map(({ text }) => text)).toEqual(['say a', 'say b', 'say c', 'say d'])
  tab.actions.editQueued(key, first?.id ?? '', { text: 'say first', blocks: [] })
  tab.actions.moveQueued(key, third?.id ?? '', 0)
  tab.actions.removeQueued(key, second?.id ?? '')
  expect(tab.talk(key).queue.map(({ text }) => text)).toEqual(['say c', 'say first', 'say d'])
  await tab.actions.sendNow(key, fourth?.id ?? '')
  await tab.untilTalk(key, ({ queue, turn }) => queue.length === 0 && turn.state === 'idle')
  expect(await house.carriedOut()).toEqual(['work', 'say d', 'say c', 'say first'])
})

test('to cancel holds what waits, answers what was asked, and a new prompt does not wait behind it', async () => {
  const house = await House.open()
  const tab = await new Browser(house).come()
  const key = await tab.begin(house.folder)
  tab.say(key, 'ask')
  await tab.untilTalk(key, ({ questions }) => questions.length === 1)
  tab.say(key, 'say later')
  const cancelled = tab.actions.cancel(key)
  expect(tab.talk(key)).toMatchObject({ turn: { state: 'cancelling' }, isQueueHeld: true })
  await cancelled
  await tab.untilTalk(key, ({ turn, questions }) => turn.state === 'idle' && questions.length === 0)
  expect(tab.talk(key).queue).toHaveLength(1)
  tab.say(key, 'say now')
  await tab.untilTalk(key, ({ turn }) => turn.state === 'idle')
  expect(tab.talk(key)).toMatchObject({ queue: [{ text: 'say later' }], isQueueHeld: true })
  tab.actions.releaseQueue(key)
  await tab.untilTalk(key, ({ queue, turn }) => queue.length === 0 && turn.state === 'idle')
  expect(await house.carriedOut()).toEqual(['ask', 'say now', 'say later'])
})

test('a network that breaks in the middle of a turn costs nothing but time', async () => {
  const house = await House.open()
  const tab = await new Browser(house).come()
  const key = await tab.begin(house.folder)
  tab.say(key, 'slowly 150')
  for (const word of [' 20 ', ' 60 ']) {
    await tab.untilTalk(key, () => tab.said(key).join().includes(word))
    tab.isConnected = false
    tab.cut()
    await tab.untilTalk(key, ({ phase }) => phase === 'offline')
    expect(tab.state.agents[0]).toMatchObject({ link: expect.stringMatching(/waiting|connecting/) })
    tab.say(key, `say ${word.trim()}`)
    tab.isConnected = true
    await tab.untilTalk(key, ({ phase }) => phase === 'live')
  }
  await tab.untilTalk(key, ({ turn, queue }) => turn.state === 'idle' && queue.length === 0)
  const numbers = Array.from({ length: 150 }, (_, index) => index + 1).join(' ')
  expect(tab.said(key)).toEqual([
    ...['user: slowly 150', `agent: ${numbers}`, '(end_turn)'],
    ...['user: say 20', 'agent: 20', '(end_turn)', 'user: say 60', 'agent: 60', '(end_turn)'],
  ])
})

test('a gateway that is killed and begun anew has everything that was said, and the conversation goes on', async () => {
  const house = await House.open()
  const tab = await new Browser(house).come()
  const key = await tab.begin(house.folder)
  tab.say(key, 'say before')
  await tab.untilTalk(key, ({ turn }) => turn.state === 'idle')
  tab.say(key, 'slowly 2000')
  await tab.untilTalk(key, () => tab.said(key).join().includes(' 20 '))
  tab.say(key, 'say queued')
  await house.kill()
  await tab.untilTalk(key, ({ phase }) => phase === 'offline')
  await house.start()
  await tab.untilTalk(key, ({ phase, turn }) => phase === 'live' && turn.state === 'idle')
  expect(tab.talk(key)).toMatchObject({ queue: [{ text: 'say queued' }], isQueueHeld: true })
  tab.actions.releaseQueue(key)
  await tab.untilTalk(key, ({ turn, queue }) => turn.state === 'idle' && queue.length === 0)
  const said = tab.said(key)
  expect(said.filter(each => each.startsWith('user'))).toEqual([
    ...['user: say before', 'user: slowly 2000', 'user: say queued'],
  ])
  expect(said.slice(-2)).toEqual(['agent: queued', '(end_turn)'])
  const told = (/^agent: ([\d ]*\d)/.exec(said[4] ?? '')?.[1] ?? '').split(' ').map(Number)
  expect(told.length).toBeGreaterThan(19)
  expect(told).toEqual(told.map((_, index) => index + 1))
})

test('thousands of pieces are a few pictures, and none of them is missing', async () => {
  const house = await House.open()
  const tab = await new Browser(house).come()
  const key = await tab.begin(house.folder)
  tab.pictures = 0
  const begun = performance.now()
  tab.say(key, 'many 4000')
  await tab.untilTalk(key, ({ turn }) => turn.state === 'idle')
  const taken = performance.now() - begun
  const numbers = Array.from({ length: 4_000 }, (_, index) => index + 1).join(' ')
  expect(tab.said(key)[1]).toBe(`agent: ${numbers}`)
  // One for each sixtieth of a second, and a few for what the list says.
  expect(tab.pictures).toBeLessThan(taken / 16 + 20)
})

test('a page whose right was given back elsewhere is out, and a new link in the same tab begins anew', async () => {
  const house = await House.open()
  const browser = new Browser(house)
  const [first, second] = [await browser.come(), browser.open()]
  await second.until(({ entrance }) => entrance.is === 'in')
  const key = await second.begin(house.folder)
  await first.actions.leave()
  await second.until(({ entrance }) => entrance.is === 'out')
  expect(second.state.entrance).toMatchObject({ failure: { offer: 'new-link' } })
  expect(second.talk(key).phase).toBe('offline')
  second.follow('ticket=new')
  expect([second.reloads, second.fragment]).toEqual([1, 'ticket=new'])
})

test('a new link in a tab that is in leaves everything as it is', async () => {
  const house = await House.open()
  const tab = await new Browser(house).come()
  tab.follow(`ticket=${await house.ticket()}`)
  await expect.poll(() => tab.fragment).toBe('')
  expect(tab.reloads).toBe(0)
  expect(tab.state.entrance.is).toBe('in')
})

test('the key that the cookie is bound to cannot be read out, and who has lost it is told to open a new link', async () => {
  const house = await House.open()
  const browser = new Browser(house)
  const tab = await browser.come()
  expect([...browser.keys.values()].map(({ extractable, usages }) => [extractable, ...usages])).toEqual([
    [false, 'sign'],
  ])
  await tab.close()
  browser.keys.clear()
  const next = browser.open()
  await next.until(({ entrance }) => entrance.is === 'out')
  expect(next.state.entrance).toMatchObject({
    failure: { message: expect.stringContaining('lost the key'), offer: 'new-link' },
  })
  const again = await browser.come()
  expect(again.state.entrance.is).toBe('in')
  await again.actions.leave()
  expect(browser.keys.size).toBe(0)
})

test('who was let in when the gateway had another port or name is told so, and to open a new link', async () => {
  const house = await House.open()
  const browser = new Browser(house)
  await (await browser.come()).close()
  const told = async (): Promise<unknown> => {
    const tab = browser.open()
    await tab.until(({ entrance }) => entrance.is === 'out')
    await tab.close()
    return tab.state.entrance
  }
  await house.kill()
  house.port = 0
  await house.start()
  const offer = { offer: 'new-link', cure: expect.stringContaining('open the new link') }
  expect(await told()).toMatchObject({
    failure: { ...offer, message: expect.stringContaining('at another port') },
  })
  await (await browser.come()).close()
  // Over TLS the cookies of all ports have one name; here those of all hosts do.
  Object.defineProperty(house, 'origin', { value: `http://localhost:${house.port}` })
  expect(await told()).toMatchObject({
    failure: { ...offer, message: expect.stringContaining('had another address') },
  })
  await (await browser.come()).close()
})
