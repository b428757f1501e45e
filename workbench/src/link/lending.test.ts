import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { outputOf, terminalsOf } from '@parley/acp/thread'
import { expect, test } from 'vitest'
import type { PermissionQuestion } from '../state/question.js'
import type { TalkKey } from '../state/talk.js'
import { Browser, type Tab } from './browser.fixture.js'
import { House } from './house.fixture.js'

async function begin(): Promise<{ readonly house: House; readonly tab: Tab; readonly key: TalkKey }> {
  const house = await House.open({ isLending: true })
  const tab = await new Browser(house).come()
  const key = await tab.begin(house.folder)
  await tab.untilTalk(key, ({ abilities }) => abilities.workspace)
  return { house, tab, key }
}

/** Waits for a question, and answers it. */
async function answer(tab: Tab, key: TalkKey, optionId: string): Promise<PermissionQuestion> {
  const { questions } = await tab.untilTalk(key, talk => talk.questions.length > 0)
  const [question] = questions
  if (question?.is !== 'permission') throw new Error('another question was asked')
  tab.actions.answerPermission(key, question.id, optionId)
  return question
}

test('what a gateway asks for its agents shows what will really happen, and the rule of each lasting answer', async () => {
  const { house, tab, key } = await begin()
  const path = join(house.folder, 'a.txt')
  tab.say(key, `write ${path} hello you`)
  const question = await answer(tab, key, 'session')
  expect(question.lines).toContain(`  ${path}`)
  expect(question.changes).toEqual([{ path, newText: 'hello you' }])
  expect(question.choices.find(({ optionId }) => optionId === 'session')?.rule).toContain('in this session')
  await tab.untilTalk(key, ({ turn }) => turn.state === 'idle')
  expect(await readFile(path, 'utf8')).toBe('hello you')
  tab.say(key, `write ${path} again`)
  await tab.untilTalk(key, ({ turn }) => turn.state === 'idle')
  expect(await readFile(path, 'utf8')).toBe('again')
})

test('the folder of a session is listed, searched, read and written; a file that has changed is not written over', async () => {
  const { house, tab, key } = await begin()
  const path = join(house.folder, 'notes.md')
  await writeFile(path, 'one')
  const { entries } = await tab.actions.listFolder(key, house.folder)
  expect(entries).toContainEqual({ name: 'notes.md', kind: 'file', size: 3, isIgnored: false })
  expect(await tab.actions.findFiles(key, 'notesmd')).toContain('notes.md')
  const { text, digest } = await tab.actions.readFile(key, path)
  expect(text).toBe('one')
  const written = await tab.actions.writeFile(key, { path, text: 'two', digest })
  await expect(tab.actions.writeFile(key, { path, text: 'three', digest })).rejects.toMatchObject({
    reason: 'conflict',
    failure: { message: 'The file has changed meanwhile.' },
  })
  expect(await readFile(path, 'utf8')).toBe('two')
  expect(await tab.actions.writeFile(key, { path, text: null, digest: written.digest })).toEqual({
    digest: null,
  })
  await expect(tab.actions.readFile(key, path)).rejects.toThrow('not there')
  await expect(tab.actions.readFile(key, '/etc/hosts')).rejects.toThrow('outside')
})

test('what was to be read when the server was ended, or just when it is back, is read without anybody asking again', async () => {
  const { house, tab, key } = await begin()
  const path = join(house.folder, 'notes.md')
  await writeFile(path, 'one')
  await house.kill()
  await tab.untilTalk(key, ({ phase }) => phase === 'offline')
  const [listed, read] = [tab.actions.listFolder(key, house.folder), tab.actions.readFile(key, path)]
  await house.start()
  expect((await listed).entries).toContainEqual(expect.objectContaining({ name: 'notes.md' }))
  expect(await read).toMatchObject({ text: 'one' })
  await tab.untilTalk(key, ({ phase }) => phase === 'live')
  expect(await tab.actions.findFiles(key, 'notes')).toContain('notes.md')
  const restarting = house.kill().then(() => house.start())
  for (let count = 0; count < 40; count++)
    expect(await tab.actions.readFile(key, path)).toMatchObject({ text: 'one' })
  await restarting
  expect(await tab.actions.readFile(key, path)).toMatchObject({ text: 'one' })
})

test('what a command shows is in the conversation, for whoever comes later, too; it can be ended', async () => {
  const { house, tab, key } = await begin()
  tab.say(key, 'run sleep 1000')
  const question = await answer(tab, key, 'once')
  expect(question).toMatchObject({ command: 'sleep 1000', cwd: house.folder, toolKind: 'execute' })
  const { thread } = await tab.untilTalk(key, talk => terminalsOf(talk.thread).length === 1)
  await tab.actions.killTerminal(key, terminalsOf(thread)[0]?.terminalId ?? '')
  await tab.untilTalk(key, ({ turn }) => turn.state === 'idle')
  tab.say(key, 'run echo words')
  await answer(tab, key, 'once')
  await tab.untilTalk(key, ({ turn }) => turn.state === 'idle')
  const shown = (at: Tab, name: TalkKey) =>
    terminalsOf(at.talk(name).thread)
      .map(each => [each.command, outputOf(each).text, each.exitStatus?.exitCode ?? each.exitStatus?.signal])
      .sort()
  expect(shown(tab, key)).toEqual([
    ['echo words', 'words\n', 0],
    ['sleep 1000', '', 'SIGTERM'],
  ])
  const later = await new Browser(house).come()
  const at = `main/${tab.talk(key).sessionId}`
  later.actions.selectTalk(at)
  await later.untilTalk(at, ({ phase }) => phase === 'live')
  expect(shown(later, at)).toEqual(shown(tab, key))
})
