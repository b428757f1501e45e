import { memoryJournal } from '@parley/acp/store'
import { expect, test } from 'vitest'
import { saidIn, talk } from '../conversation.fixture.js'

test('/plan shows what it is given, step by step', async () => {
  const { say } = await talk()
  expect((await say('/plan')).said).toContain('There is no plan yet')
  await say('/plan add Look')
  const { updates } = await say('/plan add Leap')
  expect(updates).toContainEqual({
    sessionUpdate: 'plan',
    entries: [
      { content: 'Look', priority: 'medium', status: 'pending' },
      { content: 'Leap', priority: 'medium', status: 'pending' },
    ],
  })
  expect((await say('/plan start 2')).said).toBe('1. [ ] Look\n2. [>] Leap')
  expect((await say('/plan done 1')).said).toBe('1. [x] Look\n2. [>] Leap')
  expect((await say('/plan remove 1')).said).toBe('1. [>] Leap')
  expect((await say('/plan clear')).said).toContain('There is no plan yet')
})

test('/plan says what it expected of a number, a text and a word', async () => {
  const { say } = await talk()
  await say('/plan add Look')
  expect((await say('/plan done 7')).said).toContain('Expected a number from 1 to 1 behind "done", found "7"')
  expect((await say('/plan done')).said).toContain('found nothing. For example: `/plan done 1`')
  expect((await say('/plan add')).said).toContain('Expected some text behind "add", found nothing')
  expect((await say('/plan finish 1')).said).toContain(
    'Expected one of add, start, done, remove, clear, accept',
  )
})

test.each([
  ['allow_once', 'code'],
  ['reject_once', 'architect'],
] as const)('an accepted plan in architect mode offers to switch: %s leads to %s', async (answer, mode) => {
  const { say, session, asked } = await talk({ answer })
  await session.setMode('architect')
  await say('/plan add Look')
  const { said } = await say('/plan accept')
  expect(asked.map(({ options }) => options.map(({ name }) => name))).toEqual([
    ['Switch to Code mode', 'Switch to Ask mode', 'Stay in Architect mode'],
  ])
  expect(session.mode).toBe(mode)
  expect(said).toContain(mode)
})

test('a plan that is accepted in another mode asks nothing', async () => {
  const { say, asked } = await talk()
  await say('/plan add Look')
  expect((await say('/plan accept')).said).toBe('The plan is accepted.')
  expect(asked).toEqual([])
})

test('/todo keeps a list', async () => {
  const { say } = await talk()
  await say('/todo add Ask about the name')
  await say('/todo add Sleep')
  expect((await say('/todo done 2')).said).toBe('1. [ ] Ask about the name\n2. [x] Sleep')
  expect((await say('/todo remove 1')).said).toBe('1. [x] Sleep')
  expect((await say('/todo')).said).toBe('1. [x] Sleep')
  expect((await say('/todo done x')).said).toContain('Expected a number from 1 to 1')
})

test.each([1, 2] as const)(
  'plan and list are there when the session is taken up again, in version %s',
  async version => {
    const journal = memoryJournal()
    const first = await talk({ journal, version })
    await first.say('/plan add Look')
    await first.say('/todo add Sleep')
    await first.client.close()
    const second = await talk({ journal, version })
    const session = await second.client.resumeSession({ sessionId: first.session.id, cwd: first.work })
    const updates: Parameters<typeof saidIn>[0][number][] = []
    session.onUpdate(update => void updates.push(update))
    await session.prompt('/todo').outcome
    await session.prompt('/plan').outcome
    expect(saidIn(updates)).toContain('1. [ ] Sleep')
    expect(saidIn(updates)).toContain('1. [ ] Look')
  },
)

test('/todo scan finds the marks that people leave in code', async () => {
  const { say } = await talk({
    files: { 'a.ts': '// TODO: sleep\nconst mastodon = 1\n', 'b.ts': '// FIXME now\n' },
  })
  const { said } = await say('/todo scan')
  expect(said).toContain('TODO: sleep')
  expect(said).toContain('FIXME now')
  expect(said).not.toContain('mastodon')
})
