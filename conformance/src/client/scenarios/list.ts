/** Lists of sessions, page by page. */

import type { Json } from '../../wire/arrivals.js'
import type { ClientScenario } from '../scenario.js'
import { checkSeen } from '../seen.js'

const CURSOR = 'p=2&x="ż" \n%20=='
const KEPT = { sessionId: 'kept-1', cwd: '/kept' }

function pageFor({ cursor }: Json): Json {
  if (cursor === CURSOR) return { sessions: [{ ...KEPT, additionalDirectories: ['/new'] }] }
  return { sessions: [{ ...KEPT, additionalDirectories: ['/old'] }], nextCursor: CURSOR }
}

export const list: readonly ClientScenario[] = [
  {
    name: 'list.pages',
    title: 'lists sessions on two pages, the same one on both with another directory',
    versions: [1, 2],
    tasks: ['list'],
    verifies: ['client.list.cursor', 'client.list.end', 'client.list.directories'],
    async play(stage, judge) {
      const client = await stage.start('list', {
        ...(stage.version === 1 ? { capabilities: { sessionCapabilities: { list: {} } } } : {}),
        answers: { 'session/list': params => ({ result: pageFor(params) }) },
      })
      await client.agent.until('session/list')
      const view = await client.finish()
      const asked = client.agent.all('session/list')
      if (asked.length === 1) {
        const reason = 'the client asks only for the first page'
        judge.skip('client.list.cursor', reason)
        judge.skip('client.list.end', reason)
      } else {
        judge.check(
          'client.list.cursor',
          asked[1]?.cursor === CURSOR,
          'expected the cursor as it was given, unchanged',
        )
        judge.check(
          'client.list.end',
          asked.length === 2,
          `expected the list to end with the page that has no nextCursor, found ${asked.length} calls`,
        )
      }
      checkSeen(judge, 'client.list.directories', {
        seen: asked[1]?.cursor === CURSOR ? view?.listed?.at(1)?.additionalDirectories : undefined,
        isRight: seen => JSON.stringify(seen) === '["/new"]',
        detail: 'expected the directories as they were told last, and none of those before',
      })
    },
  },
]
