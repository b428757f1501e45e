import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { Served } from './served.fixture.js'
import { answer, begin, hear, say } from './talk.fixture.js'
import { closeBrowser, visit } from './visit.fixture.js'

afterAll(closeBrowser)

const OFFICIAL = fileURLToPath(
  new URL('../../node_modules/@agentclientprotocol/sdk/dist/examples/agent.js', import.meta.url),
)

test('the example agent of the official SDK works: its tools, its question, its end', {
  timeout: 90_000,
}, async () => {
  await using served = await Served.start([`${process.execPath} ${OFFICIAL}`])
  const { page, faults, shot } = await visit(served)
  await begin(page)
  await say(page, 'Hello')
  await answer(page, /.+/, /^Allow/)
  await hear(page, /Perfect|successfully|updated/i)
  await shot('official-agent')
  expect(faults).toEqual([])
})
