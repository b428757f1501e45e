/** What every journal owes to those who look for a session. */

import type { Journal, SessionHeader } from '../store/index.js'
import { demand } from './channel-probe.js'
import { demandReason, type JournalCheck, say } from './journal-probe.js'

const SESSIONS = 25
const PAGE = 4

export const journalListCases: readonly (readonly [title: string, check: JournalCheck])[] = [
  [
    'a list shows what was said of a session, and what happened since',
    async ({ journal }) => {
      const before = Date.now()
      const log = await journal.create({ id: 's1', cwd: '/w', additionalDirectories: ['/x'], title: 'First' })
      await log.append({ kind: 'info', title: 'Second' })
      await log.append(say('0'))
      const found = await journal.find('s1')
      demand(found.title === 'Second' && found.cwd === '/w', 'title and directory are those of the session')
      demand(found.additionalDirectories?.[0] === '/x', 'further directories are kept')
      demand(
        found.createdAt >= before && found.updatedAt >= found.createdAt,
        'the times are those of the session',
      )
      await log.append({ kind: 'info', title: null })
      await log.release()
      const [listed] = (await journal.list()).sessions
      demand(listed?.id === 's1' && listed.title === undefined, 'a title can be taken away')
    },
  ],
  [
    'facts of a session are kept, and each can be replaced',
    async ({ journal }) => {
      const log = await journal.create({ id: 's1', cwd: '/w', facts: { agent: 'scout', turns: 0 } })
      await log.append({ kind: 'info', facts: { turns: 1, isKept: true } })
      await log.append({ kind: 'info', title: 'Named' })
      await log.release()
      const [listed] = (await journal.list()).sessions
      const { agent, turns, isKept } = listed?.facts ?? {}
      demand(agent === 'scout' && turns === 1 && isKept === true, 'the last word on each fact counts')
    },
  ],
  [
    'archived sessions are listed apart',
    async ({ journal }) => {
      await begin(journal, { id: 'kept', cwd: '/w' })
      const log = await journal.create({ id: 'archived', cwd: '/w' })
      await log.append({ kind: 'info', isArchived: true })
      await log.release()
      await demandListed(journal, {}, ['kept'])
      await demandListed(journal, { isArchived: true }, ['archived'])
      const again = await journal.acquire('archived')
      await again.append({ kind: 'info', isArchived: false })
      await demandListed(journal, { isArchived: true }, [])
      await again.release()
    },
  ],
  [
    'a list can be of one directory only',
    async ({ journal }) => {
      await begin(journal, { id: 'here', cwd: '/w' })
      await begin(journal, { id: 'there', cwd: '/w/inside' })
      await demandListed(journal, { cwd: '/w' }, ['here'])
      await demandListed(journal, { cwd: '/' }, [])
    },
  ],
  [
    'pages hold every session once, those written last first, also when sessions come and go meanwhile',
    async ({ journal }) => {
      for (let index = 0; index < SESSIONS; index++) await begin(journal, { id: `s${index}`, cwd: '/w' })
      const seen: string[] = []
      let time = Number.POSITIVE_INFINITY
      let cursor: string | undefined
      for (let page = 0; page === 0 || cursor !== undefined; page++) {
        const { sessions, nextCursor } = await journal.list({ cursor, limit: PAGE })
        demand(sessions.length <= PAGE, 'a page is no longer than asked for')
        for (const { id, updatedAt } of sessions) {
          demand(updatedAt <= time, 'what was written later stands before')
          time = updatedAt
          if (!id.startsWith('new')) seen.push(id)
        }
        cursor = nextCursor
        await begin(journal, { id: `new${page}`, cwd: '/w' })
        if (page === 1) await journal.delete(seen[0] ?? '')
      }
      demand(new Set(seen).size === seen.length, 'no session is listed twice')
      demand(seen.length === SESSIONS, `${seen.length} of ${SESSIONS} sessions are listed`)
    },
  ],
  [
    'a cursor that no list gave out is refused',
    async ({ journal }) => {
      await begin(journal, { id: 's1', cwd: '/w' })
      for (const cursor of ['', 'x', '-', '0', 'zz-%', '../..', 'null', `${'9'.repeat(40)}-s1`])
        await demandReason('invalid_cursor', () => journal.list({ cursor }))
    },
  ],
]

async function begin(journal: Journal, header: SessionHeader): Promise<void> {
  const log = await journal.create(header)
  await log.append(say('0'))
  await log.release()
}

async function demandListed(
  journal: Journal,
  query: Parameters<Journal['list']>[0],
  ids: readonly string[],
): Promise<void> {
  const { sessions } = await journal.list(query)
  const listed = sessions.map(({ id }) => id).join()
  demand(listed === ids.join(), `${JSON.stringify(query)} lists '${listed}', not '${ids.join()}'`)
}
