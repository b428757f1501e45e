import { itemAt } from '@parley/acp/thread'
import { expect, test } from 'vitest'
import { drawEntry } from '../draw/entry.js'
import { aModel, aPermission, openTalk, Play } from '../model/model.fixture.js'
import { textOfLine } from '../screen/line.js'

const begin = (toolCallId: string) =>
  ({ sessionUpdate: 'tool_call', toolCallId, title: toolCallId, status: 'in_progress' }) as const
const end = (toolCallId: string) =>
  ({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' }) as const

/** The lines of all calls, as they are shown. */
function shown({ talk, model }: Play): readonly string[] {
  const setting = { columns: 80, now: model.now, cwd: '/w', home: '/h', showsThoughts: false, isOpen: false }
  const { slots } = talk.thread
  return Array.from({ length: slots.length }, (_, slot) => itemAt(slots, slot)).flatMap(entry =>
    entry === undefined ? [] : drawEntry(entry, talk, setting).map(textOfLine),
  )
}

const open = (): Play =>
  new Play(aModel({ talks: [openTalk()] }))
    .type('go')
    .press('enter')
    .news({ is: 'updates', updates: [begin('one')] })

test('the time that a call waits for an answer is not its own, whoever asks', () => {
  for (const callId of ['one', undefined]) {
    const play = open().wait(2_000)
    play.news({ is: 'asked', question: aPermission({ callId }) }).wait(60_000)
    expect(shown(play).at(-1)).toMatch(/one {2}2\.0 s$/)
    play.press('a').wait(3_000)
    expect(shown(play).at(-1)).toMatch(/one {2}5\.0 s$/)
    play.news({ is: 'updates', updates: [end('one')] })
    expect(shown(play).at(-1)).toBe('✓ one  5.0 s')
  }
})

test('a call that ends while it is asked about took as long as it had until then', () => {
  const play = open().wait(2_000)
  play.news({ is: 'asked', question: aPermission({ callId: 'one' }) }).wait(60_000)
  play.news({ is: 'updates', updates: [end('one')] })
  expect(shown(play).at(-1)).toBe('✓ one  2.0 s')
})

test('a call beside it goes on, and one that is asked about twice waits from the first to the last answer', () => {
  const play = open().news({ is: 'updates', updates: [begin('two')] })
  play.news({ is: 'asked', question: aPermission({ callId: 'one' }) })
  play.news({ is: 'asked', question: aPermission({ id: 'again', callId: 'one' }) }).wait(3_750)
  // A letter answers 250 ms after it was pressed.
  play.press('a').wait(3_750).press('a').wait(1_500)
  play.news({ is: 'updates', updates: [end('one'), end('two')] })
  expect(shown(play).slice(-2)).toEqual(['✓ one  1.5 s', '✓ two  9.5 s'])
})
