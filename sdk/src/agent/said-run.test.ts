import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Entry, memoryJournal, type SessionLog } from '../store/index.js'
import { ChunkText } from './chunk-text.js'
import { SaidRun } from './said-run.js'

const chunks = new ChunkText(content => ({ sessionUpdate: 'agent_message_chunk', content, messageId: '1' }))

/** A log that remembers the last entry it was given, and the text that came with it. */
async function listening(): Promise<{ log: SessionLog; last: () => { entry: Entry; written: unknown } }> {
  const log = await memoryJournal().create({ id: 's', cwd: '/work' })
  const heard: { entry: Entry; written: unknown }[] = []
  const append: SessionLog['append'] = (entry, at, written) => {
    heard.push({ entry, written: JSON.parse(written ?? 'null') })
    return log.append(entry, at, written)
  }
  return {
    log: { id: 's', append, release: () => log.release(), [Symbol.asyncDispose]: () => log.release() },
    last: () => heard.at(-1) as never,
  }
}

test('the text of a run is the JSON of all its words, whatever they are and however they were cut', async () => {
  const { log, last } = await listening()
  const words = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    // A character that was cut in two, and what JSON spells otherwise.
    fc.constantFrom('', '"', '\\', '\n', '\ud83d', '\ude00', '\\ud83d', 'plain'),
  )
  fc.assert(
    fc.property(fc.array(words, { minLength: 1 }), said => {
      const run = new SaidRun(chunks, 'v1')
      for (const text of said) run.add({ chunks, words: text, quoted: JSON.stringify(text) })
      run.keep(log)
      const update = chunks.update(said.join(''))
      expect(last()).toEqual({ entry: { kind: 'update', contract: 'v1', update }, written: update })
    }),
  )
})
