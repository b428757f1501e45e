import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { heldBelow } from '../files/place.fixture.js'
import { currentText, toWholeText } from './approved-text.js'
import { makePlace } from './office.fixture.js'

test('a whole file before and after is the text after', () => {
  expect(toWholeText([{ oldText: 'one', newText: 'two' }], 'one')).toBe('two')
})

test('a new file is its text', () => {
  expect(toWholeText([{ newText: 'two' }], undefined)).toBe('two')
  expect(toWholeText([{ oldText: null, newText: 'two' }], undefined)).toBe('two')
})

test('the lines that change are put into the file as it is', () => {
  expect(toWholeText([{ oldText: 'red', newText: 'blue' }], 'the colour is red\n')).toBe(
    'the colour is blue\n',
  )
  expect(toWholeText([{ oldText: 'red', newText: '$&' }], 'a red b')).toBe('a $& b')
})

test('several changes of one file follow each other', () => {
  const passages = [
    { oldText: 'one', newText: 'three' },
    { oldText: 'two', newText: 'four' },
  ]
  expect(toWholeText(passages, 'one two')).toBe('three four')
})

test('lines that stand there twice say nothing about the text after', () => {
  expect(toWholeText([{ oldText: 'a', newText: 'b' }], 'a a')).toBeUndefined()
})

test('a file that holds nothing of what was shown is taken to be replaced whole', () => {
  expect(toWholeText([{ oldText: 'elsewhere', newText: 'two' }], 'one')).toBe('two')
  expect(toWholeText([{ oldText: '', newText: 'two' }], 'one')).toBe('two')
})

test('what stands in a file is read inside the directories, up to so many bytes, and nothing is held afterwards', async () => {
  const { base, work } = makePlace()
  const path = join(work, 'file')
  writeFileSync(path, 'ä\n')
  writeFileSync(join(base, 'outside'), 'secret')
  const directories = [join(base, 'absent'), work]
  expect(await currentText(path, directories)).toBe('ä\n')
  expect(await currentText(path, directories, 3)).toBe('ä\n')
  expect(await currentText(path, directories, 2)).toBeUndefined()
  for (const other of [join(base, 'outside'), join(work, 'absent'), work])
    expect(await currentText(other, directories)).toBeUndefined()
  expect(await currentText(path, [])).toBeUndefined()
  expect(heldBelow(base)).toEqual([])
})

test('a broad directory may be looked into: nobody but the user is shown it', async () => {
  const { work } = makePlace()
  const path = join(work, 'file')
  writeFileSync(path, 'text')
  expect(await currentText(path, ['/'])).toBe('text')
})

test('lines that are all of the file, or overlap themselves, are counted as they stand', () => {
  expect(toWholeText([{ oldText: 'aa', newText: 'b' }], 'aaa')).toBeUndefined()
  expect(toWholeText([{ oldText: 'aa', newText: 'b' }], 'aa')).toBe('b')
  expect(toWholeText([{ oldText: 'a', newText: 'b' }], undefined)).toBe('b')
  expect(toWholeText([], 'as it was')).toBe('as it was')
})
