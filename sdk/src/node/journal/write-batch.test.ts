import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { diskWith, entriesOf, failure, makeFolder, openJournal, update } from './place.fixture.js'

test('entries are gathered, until somebody who waits for them says so', async () => {
  const directory = makeFolder()
  const journal = openJournal({ directory })
  const log = await journal.create({ id: 's1', cwd: '/w' })
  const inFile = (): string => readFileSync(join(directory, 's1.ndjson'), 'utf8')
  const kept = [log.append(update('one')), log.append(update('two'))]
  expect(inFile()).not.toContain('one')
  log.hasten?.()
  expect(inFile()).toMatch(/one[\s\S]*two/)
  await Promise.all(kept)
  log.hasten?.()
  await log.append(update('three'))
  expect(await entriesOf(journal, 's1')).toHaveLength(3)
})

test('what cannot be written in haste is refused to whoever waits for it', async () => {
  let isBroken = false
  const files = diskWith(disk => ({
    write: (file, bytes, position) => {
      if (isBroken) throw failure('EIO')
      return disk.write(file, bytes, position)
    },
  }))
  const journal = openJournal({ directory: makeFolder(), files })
  const log = await journal.create({ id: 's1', cwd: '/w' })
  const kept = log.append(update('lost'))
  isBroken = true
  log.hasten?.()
  await expect(kept).rejects.toMatchObject({ reason: 'store_failed' })
  await expect(log.append(update('more'))).rejects.toMatchObject({ reason: 'store_failed' })
})
