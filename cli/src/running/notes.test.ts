import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { noteIn, socketIn } from './folder.js'
import { listNotes, type NoteKind } from './notes.js'

interface Note {
  readonly id: string
  readonly title: string
}

const kindOf = (id: RegExp): NoteKind<Note> => ({
  id,
  mostBytes: 1_000,
  read: (name, { title }) => (typeof title === 'string' ? { id: name, title } : undefined),
})
const CHATS = kindOf(/^c\d$/)
const WIRES = kindOf(/^w\d$/)

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-running-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function run(folder: string, id: string, note: unknown = { title: `about ${id}` }): Promise<Server> {
  writeFileSync(noteIn(folder, id), JSON.stringify(note))
  const server = createServer(socket => socket.destroy())
  await new Promise<void>(resolve => server.listen(socketIn(folder, id), resolve))
  onTestFinished(() => void server.close())
  return server
}

test('kinds of what runs lie side by side, and each finds its own alone', async () => {
  const folder = makeFolder()
  await run(folder, 'c1')
  await run(folder, 'w1')
  await run(folder, 'w2', { nonsense: true })
  expect(await listNotes(folder, CHATS)).toEqual([{ id: 'c1', title: 'about c1' }])
  expect(await listNotes(folder, WIRES)).toEqual([{ id: 'w1', title: 'about w1' }])
  expect(readdirSync(folder)).toHaveLength(6)
})

test('what is left of the dead is cleared away, and nothing of another kind', async () => {
  const folder = makeFolder()
  for (const id of ['c1', 'w1']) writeFileSync(noteIn(folder, id), '{"title":"gone"}')
  expect(await listNotes(folder, CHATS)).toEqual([])
  expect(readdirSync(folder)).toEqual(['w1.json'])
})

test('nobody is believed in a folder that others may enter; one that is not there is empty', async () => {
  const folder = makeFolder()
  await run(folder, 'c1')
  chmodSync(folder, 0o755)
  await expect(listNotes(folder, CHATS)).rejects.toThrow('not a folder of yours alone')
  expect(await listNotes(join(folder, 'absent'), CHATS)).toEqual([])
})
