import { entriesOf } from '@parley/acp/thread'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atLeast } from '../../runs.fixture.js'
import { type Line, widthOfLine } from '../screen/line.js'
import { drawEntry } from './entry.js'
import { drawAside } from './event-line.js'
import { drawPlans } from './plan.js'
import {
  asks,
  asText,
  ends,
  RUNNING,
  SETTING,
  says,
  type Told,
  talkOf,
  thinks,
  threadOf,
} from './talk.fixture.js'
import { pending, START, settle } from './transcript.js'

function draw(told: readonly Told[], isOpen: boolean, version: 1 | 2 = 1): readonly Line[] {
  const talk = talkOf(threadOf(told, version))
  const [entry] = entriesOf(talk.thread)
  return entry === undefined ? [] : drawEntry(entry, talk, { ...SETTING, isOpen })
}
const closed = (told: readonly Told[]): readonly string[] => asText(draw(told, false))
const open = (told: readonly Told[]): readonly string[] => asText(draw(told, true))

describe('an entry', () => {
  test('that is an answer is a line or two when closed, and all of it when open', () => {
    const told = [says('# Title\n\nSome text.\n\nMore text.')]
    expect(closed(told)).toEqual(['# Title', 'Some text. …'])
    expect(open(told)).toEqual(['# Title', '', 'Some text.', '', 'More text.'])
    expect(closed([says('Short.')])).toEqual(['Short.'])
  })

  test('that is a prompt says in a line what was run before it, and hides nothing else', () => {
    const text = (words: string, audience?: readonly ('assistant' | 'user')[]) => ({
      ...{ type: 'text' as const, text: words },
      ...(audience && { annotations: { audience } }),
    })
    const ran = text('\n\nI ran `ls` (exit code 0):\n```\nsecret\n```', ['assistant'])
    const told: Told = { type: 'prompt', content: [text('And now?'), ran, ran] }
    expect(open([told])).toEqual(['› And now?', '  [with the output of 2 commands]'])
    const other: Told = { type: 'prompt', content: [text('Hello. '), text('not seen', ['assistant'])] }
    expect(open([other])).toEqual(['› Hello. not seen'])
  })

  test('that is a prompt is as it was typed', () => {
    expect(closed([asks('One\ntwo\nthree')])).toEqual(['› One', '… 2 more lines, Ctrl+E'])
    expect(open([asks('# One\n**two**\n\n  three')])).toEqual(['› # One', '  **two**', '  ', '    three'])
  })

  test('that is a thought is folded when closed', () => {
    expect(closed([thinks('So **much**\nto think')])).toEqual(['▸ Thought  So much to think'])
    expect(open([thinks('So **much**')])).toEqual(['▾ Thought', '┊ So much'])
  })

  test('that is a compaction says how it went, and holds its summary', () => {
    const told = (status: string, more: object = {}): Told =>
      ({ sessionUpdate: 'compaction_update', compactionId: 'c', status, ...more }) as Told
    const summary = [{ type: 'text', text: 'In *short*.' }]
    expect(closed([told('completed', { summary })])).toEqual(['✓ Made room in the memory of the agent'])
    expect(open([told('completed', { summary })])).toEqual([
      '✓ Made room in the memory of the agent',
      '    In short.',
    ])
    expect(closed([told('failed', { error: 'no' })])).toEqual(['✗ Made room in the memory of the agent: no'])
  })

  test('that is a subagent says what it is and how it stands', () => {
    const told = (state: string): Told =>
      ({
        sessionUpdate: 'subagent_update',
        sessionId: 's',
        title: 'Search',
        description: 'Looks.',
        state: { state },
      }) as Told
    expect(closed([told('running')])).toEqual(['◐ subagent Search'])
    expect(closed([told('requires_action')])).toEqual(['○ subagent Search  ? waits for you'])
    expect(open([told('idle')])).toEqual(['✓ subagent Search', '    Looks.'])
  })

  test('that is a message between sessions says from whom to whom', () => {
    const told = {
      sessionUpdate: 'session_message',
      messageId: 'm',
      senderSessionId: 'a',
      recipientSessionId: 'b',
      content: [{ type: 'text', text: 'Hi.' }],
    } as Told
    expect(closed([told])).toEqual(['⇄ message from a to b', '    Hi.'])
  })

  test('that nobody knows is one line, and what came when open', () => {
    const told = { sessionUpdate: '_odd', value: { a: [1] } } as never
    expect(closed([told])).toEqual(['· _odd: not known here'])
    expect(open([told])).toEqual([
      '· _odd: not known here',
      '    {"sessionUpdate": "_odd", "value": {"a": [1]}}',
    ])
  })

  test('that is finished is drawn once for as long as it looks the same', () => {
    const talk = talkOf(threadOf([says('Words.'), ends('end_turn')]))
    const [entry] = entriesOf(talk.thread)
    const setting = { ...SETTING, isOpen: true }
    expect(drawEntry(entry!, talk, setting)).toBe(drawEntry(entry!, talk, { ...setting, now: 99 }))
    expect(drawEntry(entry!, talk, setting)).not.toBe(drawEntry(entry!, talk, { ...setting, columns: 40 }))
  })
})

describe('whatever others send', () => {
  const nasty = fc
    .array(
      fc.constantFrom(
        '\u001b',
        '\u009b',
        '[31m',
        ']0;x\u0007',
        '\n',
        '\r',
        '\t',
        '\b',
        '\0',
        '\u202e',
        '\u2028',
        'a',
        '漢',
        '```',
        '|',
        '- ',
        '> ',
        '&#27;',
        '[x](',
        ')',
        '\ud800',
        '👩‍💻',
        '\u200b',
        ' ',
      ),
      { maxLength: 24 },
    )
    .map(pieces => pieces.join(''))
  const block = nasty.map(text => ({ type: 'text', text }))
  const told = fc.oneof(
    nasty.map(says),
    nasty.map(thinks),
    nasty.map(asks),
    nasty.map(text => ends(text, { message: text })),
    fc
      .tuple(
        nasty,
        nasty,
        fc.constantFrom('execute', 'edit', 'read', 'other'),
        fc.constantFrom('pending', 'in_progress', 'completed', 'failed'),
      )
      .map(([one, other, kind, status]) => ({
        sessionUpdate: 'tool_call',
        toolCallId: one,
        title: other,
        kind,
        status,
        rawInput: { [one]: other },
        locations: [{ path: other, line: 1 }],
        content: [
          { type: 'diff', path: one, oldText: other, newText: `${one}\n${other}` },
          { type: 'content', content: { type: 'text', text: other } },
          { type: 'content', content: { type: 'resource_link', name: one, uri: other } },
          { type: one, x: other },
        ],
      })),
    nasty.map(text => ({
      sessionUpdate: 'plan',
      entries: [{ content: text, status: text, priority: text }],
    })),
    fc.tuple(nasty, block).map(([text, said]) => ({
      sessionUpdate: 'compaction_update',
      compactionId: text,
      status: 'failed',
      error: text,
      summary: [said],
    })),
    nasty.map(text => ({
      sessionUpdate: 'subagent_update',
      sessionId: text,
      title: text,
      description: text,
    })),
    fc.tuple(nasty, block).map(([text, said]) => ({
      sessionUpdate: 'session_message',
      messageId: text,
      senderSessionId: text,
      content: [said],
    })),
    nasty.map(text => ({ sessionUpdate: `_${text}`, [text]: text })),
  ) as fc.Arbitrary<Told>

  test('no piece of a line holds what a terminal would obey, and no line is too wide', () => {
    fc.assert(
      fc.property(
        fc.array(told, { maxLength: 6 }),
        nasty,
        fc.integer({ min: 20, max: 140 }),
        (events, text, columns) => {
          const thread = threadOf(events)
          const setting = { ...SETTING, columns, rows: 30 }
          const kinds = ['remark', 'warning', 'failure', 'shell'] as const
          const lines = [talkOf(thread), talkOf(thread, RUNNING)].flatMap(talk => [
            ...settle(talk, START, setting).lines,
            ...settle(talk, START, { ...setting, showsThoughts: true }).lines,
            ...pending(talk, START, setting),
            ...entriesOf(thread).flatMap(entry => drawEntry(entry, talk, { ...setting, isOpen: true })),
            ...drawPlans(thread, setting),
            ...kinds.flatMap(kind => drawAside({ kind, text }, setting)),
          ])
          for (const line of lines) {
            expect(widthOfLine(line)).toBeLessThanOrEqual(columns)
            for (const piece of line) expect(piece.text).not.toMatch(/[\p{Cc}\p{Cs}\u202e\u2028\u200b]/u)
          }
        },
      ),
      { numRuns: atLeast(200) },
    )
  })
})
