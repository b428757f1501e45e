import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeHome, type Person, sitDown } from '../../chat/person.fixture.js'
import { talk, toText, wrongs } from './talk.fixture.js'

const HOME = makeHome()
const FILE = join(HOME, 'talk.ndjson')
writeFileSync(FILE, toText([...talk(3), ...wrongs()]))

const look = (
  seat: { columns?: number; rows?: number; env?: NodeJS.ProcessEnv } = {},
  ...words: string[]
): Person => sitDown({ args: ['inspect', FILE, ...words], home: HOME, columns: 120, rows: 30, ...seat })

test('look', async () => {
  const person = look()
  await person.see('talk.ndjson')
  await new Promise(resolve => setTimeout(resolve, 700))
  const shots: string[] = [person.screen().join('\n')]
  for (const keys of [
    ['g'],
    ['enter'],
    ['escape', 'w'],
    ['escape', 'F'],
    ['enter'],
    ['escape', '?'],
    ['escape', 'e'],
  ]) {
    await person.press(...keys)
    await new Promise(resolve => setTimeout(resolve, 300))
    shots.push(`--- ${keys}`, person.screen().join('\n'))
  }
  console.log(shots.join('\n'))
  await person.press('q')
  expect(await person.exit()).toBe(0)
})
