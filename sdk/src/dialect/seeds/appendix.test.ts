/** What document 004 says of itself: the schemas of its appendix, and the examples that do not keep to their own words. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { exampleAt, examplesOf, isSpoken, spokenIn } from './examples.fixture.js'

type Fields = Readonly<Record<string, unknown>>

const [blocks, updates] = examplesOf('004').flatMap(example =>
  isSpoken(example) ? [] : [z.fromJSONSchema(example.message as never)],
)

const blockAt = (line: number): unknown =>
  (exampleAt('004', line).message.params as { readonly content: readonly unknown[] }).content[0]

describe('the schemas of the appendix', () => {
  test.each([1156, 1170, 1214, 1234])('the block at line %i is one', line => {
    expect(blocks?.safeParse(blockAt(line)).success).toBe(true)
  })

  test('every update in the document is one, and an update of another kind is not', () => {
    const told = spokenIn('004').filter(({ message }) => message.method === 'session/update')
    expect(told).toHaveLength(30)
    for (const { line, message } of told)
      expect(updates?.safeParse(message.params).success, `line ${line}`).toBe(true)
    expect(updates?.safeParse({ sessionId: 's', type: 'message', data: {} }).success).toBe(false)
  })
})

describe('the few that are wrong in their own document', () => {
  const reasonAt = (line: number): string | undefined => exampleAt('004', line).wrongBecause
  const outputAt = (line: number): Fields => {
    const { data } = exampleAt('004', line).message.params as { readonly data: { readonly output: Fields } }
    return data.output
  }

  test('they are these', () => {
    const wrong = (['003', '004'] as const).flatMap(name =>
      spokenIn(name).flatMap(({ line, wrongBecause }) =>
        wrongBecause === undefined ? [] : `${name}:${line}`,
      ),
    )
    expect(wrong).toEqual([1053, 1078, 1191, 2240, 2339, 2349].map(line => `004:${line}`))
  })

  test('what came of a write does not say whether the file was created', () => {
    expect(reasonAt(1053)).toMatch('must say whether the file was created')
    expect(Object.keys(exampleAt('004', 1053).message.result as Fields)).toEqual(['bytesWritten'])
  })

  test('a hunk shows fewer lines than it says', () => {
    expect(reasonAt(1078)).toMatch('says 5 lines become 8, and shows 3 that become 5')
    const [hunk] = outputAt(1078).hunks as readonly Readonly<Record<string, string & number>>[]
    const shown = String(hunk?.content).split('\n').slice(1)
    const count = (signs: string): number => shown.filter(line => signs.includes(line.charAt(0))).length
    expect([hunk?.oldLines, hunk?.newLines]).toEqual([5, 8])
    expect([count(' -'), count(' +')]).toEqual([3, 5])
  })

  test('a hunk shows nothing at all', () => {
    expect(reasonAt(2349)).toMatch('shows none of them')
    expect(outputAt(2349).hunks).toEqual([
      { oldStart: 1, oldLines: 8, newStart: 1, newLines: 18, content: '...' },
    ])
  })

  test('a sound is no block', () => {
    expect(reasonAt(1191)).toMatch('knows no audio')
    expect(blockAt(1191)).toMatchObject({ type: 'audio' })
    expect(blocks?.safeParse(blockAt(1191)).success).toBe(false)
  })

  test('a file has fewer lines than are counted', () => {
    expect(reasonAt(2240)).toMatch('says the file has 8 lines, and shows 7')
    const { content, totalLines } = exampleAt('004', 2240).message.result as Readonly<
      Record<string, string & number>
    >
    expect([totalLines, String(content).split('\n').length]).toEqual([8, 7])
  })

  test('more bytes were sent than are said to be written', () => {
    expect(reasonAt(2339)).toMatch('says 456 bytes were written, and 477 were sent')
    const sent = exampleAt('004', 2328).message.params as { readonly content: string }
    expect(exampleAt('004', 2339).message.result).toMatchObject({ bytesWritten: 456 })
    expect(Buffer.byteLength(sent.content)).toBe(477)
  })
})
