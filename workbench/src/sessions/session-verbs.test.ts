import { expect, test } from 'vitest'
import type { SessionRow } from './session-row.js'
import { verbsFor } from './session-verbs.js'

const row: SessionRow = {
  ...{ key: 'k', agent: 'scout', agentTitle: 'Scout', cwd: '/', title: 'T', state: 'idle' },
  ...{ isArchived: false, isOpen: true },
}
const all = { fork: true, rename: true, archive: true, delete: true, workspace: true }

test('what the agent cannot do is not offered', () => {
  const verbs = verbsFor(row, { fork: false, rename: false, archive: false, delete: false, workspace: false })
  expect(verbs).toEqual(['open', 'export-markdown', 'export-text', 'export-json', 'leave'])
})

test('what was put away can be taken out, and only what is open can be closed', () => {
  const verbs = verbsFor({ ...row, isArchived: true, isOpen: false }, all)
  expect(verbs).toContain('restore')
  expect(verbs).not.toContain('archive')
  expect(verbs).not.toContain('answers')
  expect(verbsFor(row, all)).toContain('answers')
  expect(verbs).not.toContain('leave')
})

test('deleting stands last', () => {
  expect(verbsFor(row, all).at(-1)).toBe('delete')
})
