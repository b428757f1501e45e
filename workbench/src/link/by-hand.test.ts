import { expect, test } from 'vitest'
import { Browser } from './browser.fixture.js'
import { House } from './house.fixture.js'

test('messages by hand go as they are: answers to them are on the wire alone, an answer by hand replaces the own one', async () => {
  const house = await House.open()
  const tab = await new Browser(house).come()
  const key = await tab.begin(house.folder)
  const wire = tab.link.wires.get('main')
  const passed = (): readonly unknown[] =>
    (wire?.entries ?? []).map(({ to, message }) => ({ to, ...Object(message) }))
  expect(passed()[0]).toMatchObject({ to: 'agent', method: 'initialize' })
  expect(wire?.entries.every(({ bytes, at }) => bytes > 0 && at >= 0)).toBe(true)

  const echo = { jsonrpc: '2.0', id: 'mine', method: '_fixture/echo', params: { a: 1 } }
  await tab.actions.sendRaw('main', echo)
  await expect.poll(passed).toContainEqual({ to: 'client', jsonrpc: '2.0', id: 'mine', result: { a: 1 } })

  tab.say(key, 'ask')
  await tab.untilTalk(key, ({ questions }) => questions.length === 1)
  const question = passed().find(each => Object(each).method === 'session/request_permission')
  const { id, params } = Object(question)
  const outcome = { outcome: 'selected', optionId: params.options[0].optionId }
  await tab.actions.sendRaw('main', { jsonrpc: '2.0', id, result: { outcome } })
  await tab.untilTalk(key, ({ questions, turn }) => questions.length === 0 && turn.state === 'idle')
  expect(tab.said(key)).toContain(`agent: chosen: ${outcome.optionId}`)
  expect(passed().filter(each => Object(each).id === id)).toHaveLength(2)
  await expect(tab.actions.sendRaw('main', { jsonrpc: '2.0', id, result: {} })).rejects.toThrow(
    'Nobody waits',
  )
  await expect(tab.actions.sendRaw('none', echo)).rejects.toThrow('no such agent')
})

test('a request of the page is not confused with one by hand of the same id', async () => {
  const house = await House.open()
  const tab = await new Browser(house).come()
  const key = await tab.begin(house.folder)
  tab.say(key, 'work')
  await tab.untilTalk(key, () => tab.said(key).includes('agent: working'))
  const sent = tab.link.wires.get('main')?.entries.filter(({ to }) => to === 'agent') ?? []
  const prompt = sent.map(({ message }) => Object(message)).find(({ method }) => method === 'session/prompt')
  await expect(
    tab.actions.sendRaw('main', { jsonrpc: '2.0', id: prompt.id, method: '_fixture/pid' }),
  ).rejects.toThrow('not answered yet')
})

test('a folder that nobody lends is said not to be there', async () => {
  const house = await House.open()
  const tab = await new Browser(house).come()
  const key = await tab.begin(house.folder)
  await expect(tab.actions.listFolder(key, house.folder)).rejects.toMatchObject({
    name: 'ShownError',
    failure: { message: expect.stringContaining('cannot do that') },
  })
  expect(tab.talk(key).abilities.workspace).toBe(false)
})
