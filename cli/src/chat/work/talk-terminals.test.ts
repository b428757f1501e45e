import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { TalkTerminals } from './talk-terminals.js'

type News = Parameters<ConstructorParameters<typeof TalkTerminals>[0]>[0]

function terminals() {
  const news: News[] = []
  return { news, book: new TalkTerminals(each => news.push(each)) }
}

test('output is told together, a few times in a second, and each terminal for itself', async () => {
  const { news, book } = terminals()
  for (let count = 0; count < 100; count++) {
    book.note({ terminalId: 'a', text: `${count}\n`, missedBytes: 0 })
    book.note({ terminalId: 'b', text: 'x', missedBytes: 0 })
    await setTimeout(2)
  }
  await setTimeout(80)
  const ofA = news.filter(({ terminalId }) => terminalId === 'a')
  expect(ofA.length).toBeGreaterThan(1)
  expect(ofA.length).toBeLessThan(30)
  expect(ofA.at(-1)?.output.split('\n')).toHaveLength(101)
  expect(news.findLast(({ terminalId }) => terminalId === 'b')?.output).toBe('x'.repeat(100))
})

test('only the end of a long output is kept, in whole characters, and it is said that there was more', () => {
  const { news, book } = terminals()
  for (let count = 0; count < 500; count++)
    book.note({ terminalId: 'a', text: `${'👍'.repeat(500)}${count} `, missedBytes: 0 })
  book.end({ terminalId: 'a', exitCode: null, signal: 'SIGTERM' })
  expect(news).toHaveLength(1)
  const [last] = news
  expect(last).toMatchObject({ isCut: true, exit: { exitCode: null, signal: 'SIGTERM' } })
  expect(last?.output.length).toBeLessThanOrEqual(64 * 1024)
  expect(last?.output.endsWith('499 ')).toBe(true)
  expect(Buffer.from(last?.output ?? '').toString()).toBe(last?.output)
})

test('what comes before a gap is not shown as if it went on', () => {
  const { news, book } = terminals()
  book.note({ terminalId: 'a', text: 'before', missedBytes: 0 })
  book.note({ terminalId: 'a', text: 'behind', missedBytes: 10 })
  book.end({ terminalId: 'a', exitCode: 0, signal: null })
  expect(news).toMatchObject([{ output: 'behind', isCut: true }])
})
