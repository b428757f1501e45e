import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ChunkText } from './chunk-text.js'
import type { ContentBlock } from './definition.js'
import type { Update } from './spelling.js'

const speakers: readonly [name: string, spell: (content: ContentBlock) => Update][] = [
  ['an answer', content => ({ sessionUpdate: 'agent_message_chunk', content, messageId: '12' })],
  [
    'an id that looks like words',
    content => ({ sessionUpdate: 'agent_thought_chunk', messageId: '"text":""', content }),
  ],
]

for (const [name, spell] of speakers)
  test(`${name}: the text of a chunk is what JSON makes of it, whatever its words are`, () => {
    const chunks = new ChunkText(spell)
    const words = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.constant('\ud800"\\\n'),
    )
    fc.assert(
      fc.property(words, text => {
        expect(chunks.around(JSON.stringify(text))).toBe(JSON.stringify(spell({ type: 'text', text })))
      }),
    )
  })
