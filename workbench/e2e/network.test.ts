import type { WebSocketRoute } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { PLAYER, Served } from './served.fixture.js'
import { answer, begin, eventually, hear, log, questions, say } from './talk.fixture.js'
import { closeBrowser, openPage, visit } from './visit.fixture.js'

afterAll(closeBrowser)

const countTo = (count: number): string => Array.from({ length: count }, (_, each) => each + 1).join(' ')

test('a connection that breaks in the middle of a turn loses nothing, and tells nothing twice', {
  timeout: 90_000,
}, async () => {
  await using served = await Served.start([PLAYER])
  const sockets: (readonly [WebSocketRoute, WebSocketRoute])[] = []
  const { page, faults, shot } = await visit(served, {
    prepare: context =>
      context.routeWebSocket(/\/acp/, route => void sockets.push([route, route.connectToServer()])),
  })
  await begin(page)
  await say(page, 'slow 80')
  for (const place of ['10 ', '40 ']) {
    await hear(page, new RegExp(place))
    const [route, server] = sockets.at(-1) ?? []
    await Promise.all([route?.close({ code: 3001 }), server?.close({ code: 3001 })])
  }
  await hear(page, countTo(80))
  await shot('reconnected')
  // Once, and nothing else: the agent's one message is exactly this.
  const said = (await log(page).innerText()).split('\n').filter(line => /^\d+( \d+)+$/.test(line.trim()))
  expect(said.map(line => line.trim())).toEqual([countTo(80)])
  await eventually(async () => sockets.length > 2, true)
  expect(faults).toEqual([])
})

test('two tabs on one session see the same, and a question is answered once', {
  timeout: 90_000,
}, async () => {
  await using served = await Served.start([PLAYER])
  const first = await visit(served)
  await begin(first.page)
  await say(first.page, 'hello')
  await hear(first.page, 'careful: hello')
  const second = await openPage(first.context, served, served.url)
  await second.page.getByRole('link', { name: /hello/ }).first().click()
  await hear(second.page, 'careful: hello')
  await say(first.page, 'change')
  await questions(second.page).locator('section.question').waitFor()
  await second.shot('two-tabs')
  await answer(second.page, 'Round the total', /^Allow/)
  await answer(first.page, 'made.ts', /^Allow once/)
  for (const { page } of [first, second]) {
    await hear(page, 'rounded')
    await eventually(() => questions(page).locator('section.question').count(), 0)
  }
  await say(second.page, 'from here')
  await hear(first.page, 'careful: from here')
  expect([...first.faults, ...second.faults]).toEqual([])
})

test('a server that is killed comes back with everything, and the open tab goes on by itself', {
  timeout: 90_000,
}, async () => {
  await using served = await Served.start([PLAYER])
  const { page, faults, shot } = await visit(served)
  await begin(page)
  await say(page, 'before')
  await hear(page, 'careful: before')
  await served.kill()
  await page
    .getByText(/offline|again/i)
    .first()
    .waitFor()
  await shot('offline')
  await served.restart()
  await page.getByText('live', { exact: true }).waitFor({ timeout: 30_000 })
  expect(await log(page).innerText()).toContain('careful: before')
  await say(page, 'after')
  await hear(page, 'careful: after')
  await page.reload()
  await page
    .getByRole('link', { name: /before/ })
    .first()
    .click()
  await hear(page, 'careful: after')
  await shot('resumed')
  // Whoever is refused again and again asks why, without a connection: the answer to that is 400 for those who may come.
  expect(faults.filter(fault => !fault.includes('status of 400'))).toEqual([])
})
