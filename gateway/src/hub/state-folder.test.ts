import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { StateFolderError, takeStateFolder } from './state-folder.js'

const PROGRAM = fileURLToPath(new URL('../fixtures/state-folder.mjs', import.meta.url))

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-state-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function start(folder: string): Promise<{ readonly child: ChildProcess; readonly said: unknown }> {
  const child = fork(PROGRAM, [folder], { execArgv: [] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said] = await once(child, 'message')
  return { child, said }
}

test('of two processes the second is told which one has the folder, and another folder is free', async () => {
  const folder = await makeFolder()
  const first = await start(folder)
  expect(first.said).toBe('taken')
  const second = await start(folder)
  expect(second.said).toBe(
    `state_folder_taken: Another gateway (process ${first.child.pid}) runs on the state folder ${folder}.`,
  )
  expect((await start(join(folder, 'other'))).said).toBe('taken')
})

test('the folder of one that was killed is taken over, by one of those who come', async () => {
  const folder = await makeFolder()
  const { child } = await start(folder)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const next = await Promise.all([start(folder), start(folder), start(folder)])
  expect(next.filter(({ said }) => said === 'taken')).toHaveLength(1)
  await expect(takeStateFolder(folder)).rejects.toBeInstanceOf(StateFolderError)
})

test.each(['.gateway/.locks/gateway', '.gateway/gateway.ndjson'])(
  'a folder in the place of %s is named, with what to do about it',
  async name => {
    const folder = await makeFolder()
    await mkdir(join(folder, name), { recursive: true })
    await expect(takeStateFolder(folder)).rejects.toMatchObject({
      ...{ name: 'StateFolderError', reason: 'state_folder_blocked' },
      message: `The state folder cannot be locked: ${join(folder, name)} is a folder, and should be a file.`,
      cure: expect.stringContaining('move it away'),
    })
    await rm(join(folder, name), { recursive: true })
    await (await takeStateFolder(folder))()
  },
)

test('a file in the place of a folder that it needs is named, with what to do about it', async () => {
  const folder = await makeFolder()
  const path = join(folder, '.gateway')
  await writeFile(path, '')
  await expect(takeStateFolder(folder)).rejects.toMatchObject({
    ...{ name: 'StateFolderError', reason: 'state_folder_blocked' },
    message: `The state folder cannot be locked: ${path} is a file, and should be a folder.`,
  })
})

test('within one process it is taken once, and free again when it was given back, without a trace', async () => {
  const folder = await makeFolder()
  for (let count = 0; count < 3; count++) {
    const giveBack = await takeStateFolder(folder)
    await expect(takeStateFolder(folder)).rejects.toMatchObject({
      ...{ reason: 'state_folder_taken', message: expect.stringContaining(`process ${process.pid}`) },
    })
    await giveBack()
  }
  const left = await readdir(join(folder, '.gateway'))
  expect(left.filter(name => name.startsWith('gateway'))).toEqual([])
})
