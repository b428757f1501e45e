import { expect, test } from 'vitest'
import { ableAgent, answer, versions } from './agents.fixture.js'

const info = (sessionId: string) => ({ sessionId, cwd: '/work' })

for (const version of versions) {
  test(`version ${version}: all pages are read, each with the cursor of the one before, however odd it is`, async () => {
    const both = await ableAgent(version)
    const pages = [
      { sessions: [info('a'), info('b')], nextCursor: '' },
      { sessions: [], nextCursor: ' {"page":3}\u2028' },
      { sessions: [info('c')], nextCursor: null },
    ]
    const asked: unknown[] = []
    const serving = (async () => {
      for (const page of pages) asked.push(await answer(both, 'session/list', page))
    })()
    const seen: string[] = []
    for await (const { sessionId } of both.client.listSessions({ cwd: '/work' })) seen.push(sessionId)
    await serving
    expect(seen).toEqual(['a', 'b', 'c'])
    expect(asked).toEqual([
      { cwd: '/work' },
      { cwd: '/work', cursor: '' },
      { cwd: '/work', cursor: ' {"page":3}\u2028' },
    ])
    await both.client.close()
  })

  test(`version ${version}: one page is asked for by itself`, async () => {
    const both = await ableAgent(version)
    const page = both.client.listSessionsPage({ cursor: 'x' })
    expect(await answer(both, 'session/list', { sessions: [info('a')], nextCursor: 'y' })).toEqual({
      cursor: 'x',
    })
    expect(await page).toMatchObject({ sessions: [{ sessionId: 'a' }], nextCursor: 'y' })
    await both.client.close()
  })
}

test('no page is asked for before it is read', async () => {
  const both = await ableAgent(1)
  const serving = answer(both, 'session/list', { sessions: [info('a')], nextCursor: 'more' })
  for await (const _ of both.client.listSessions()) break
  await serving
  expect(both.far.heard.filter(({ method }) => method === 'session/list')).toHaveLength(1)
  await both.client.close()
})

test('pages that lead back to themselves end with an error instead of never', async () => {
  const both = await ableAgent(1)
  void (async () => {
    for (let page = 0; page < 2; page++)
      await answer(both, 'session/list', { sessions: [info('a')], nextCursor: 'again' })
  })()
  const read = async () => {
    for await (const _ of both.client.listSessions());
  }
  await expect(read()).rejects.toMatchObject({ name: 'AcpError', reason: 'invalid_result' })
  await both.client.close()
})
