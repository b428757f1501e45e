/** What we say in document 004 keeps to the schemas of its appendix, whatever version 1 had to say. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { atLeast } from '../../runs.fixture.js'
import { loadSubjects } from '../../schema/oracle.fixture.js'
import { Sampler } from '../../schema/sampler.fixture.js'
import { contentBlock, sessionUpdate } from './appendix-b.fixture.js'
import { type Fields, withAgent, withClient } from './desk.fixture.js'

const subject = (await loadSubjects()).find(({ name }) => name === 'v1-unstable')!
const sampler = new Sampler(subject.definitions)
const updates = sampler.of('SessionUpdate') as readonly Fields[]
const blocks = sampler.of('ContentBlock') as readonly Fields[]
/** Section 9.3 has sounds, and the schema does not know them: there is nothing to hold them against. */
const spoken = blocks.filter(({ type }) => type !== 'audio')

/** The same value with other words in it. */
const reworded = (value: unknown, words: readonly string[]): unknown => {
  let at = 0
  const reword = (given: unknown): unknown => {
    if (given === 'text') return words[at++ % words.length]
    if (Array.isArray(given)) return given.map(reword)
    if (typeof given !== 'object' || given === null) return given
    return Object.fromEntries(
      Object.entries(given).map(([key, inner]) => [key, key === 'type' ? inner : reword(inner)]),
    )
  }
  return reword(value)
}

const words = fc.array(fc.string({ maxLength: 6 }), { minLength: 1, maxLength: 4 })

test('there is a sample of every update and every block', () => {
  expect(new Set(updates.map(update => update.sessionUpdate)).size).toBeGreaterThanOrEqual(18)
  expect(new Set(blocks.map(({ type }) => type)).size).toBe(5)
})

test('every update that is told is one by the schema', () => {
  const sample = fc.array(fc.tuple(fc.constantFrom(...updates), words), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(sample, said => {
      const desk = withClient()
      for (const [update, others] of said)
        desk.notify('ours', 'session/update', { sessionId: 's', update: reworded(update, others) })
      for (const { params } of desk.told) {
        expect(sessionUpdate.safeParse(params).error, JSON.stringify(params)).toBeUndefined()
        if (String(params.type).endsWith('_chunk'))
          expect(params.data).toMatchObject({ content: expect.any(String) })
      }
    }),
    { numRuns: atLeast(500) },
  )
})

test('every block of a prompt, and every block that a tool puts out, is one by the schema', () => {
  fc.assert(
    fc.property(fc.constantFrom(...spoken), words, (block, others) => {
      const given = reworded(block, others)
      const prompt = { sessionId: 's', prompt: [given] }
      const { asked } = withAgent().exchange('ours', ['session/prompt', prompt], {})
      const desk = withClient()
      const content = [{ type: 'content', content: given }]
      const update = { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed', content }
      desk.notify('ours', 'session/update', { sessionId: 's', update })
      const { output } = desk.lastTold('theirs').data as Fields
      for (const told of [...(asked.content as readonly unknown[]), output])
        expect(contentBlock.safeParse(told).error, JSON.stringify(told)).toBeUndefined()
    }),
    { numRuns: atLeast(500) },
  )
})

test('the schemas can say no', () => {
  expect(contentBlock.safeParse({ type: 'image', data: 'x', mimeType: 'image/png' }).success).toBe(false)
  expect(sessionUpdate.safeParse({ sessionId: 's', update: {} }).success).toBe(false)
})
