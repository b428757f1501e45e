import { reduce } from '@parley/acp/thread'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atLeast } from '../../runs.fixture.js'
import type { Talk } from '../model/talk.js'
import { type Line, widthOfLine } from '../screen/line.js'
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
import { type Mark, markBefore, pending, START, settle } from './transcript.js'

const call = (id: string, status: string, fields: object = {}): Told =>
  ({
    sessionUpdate: 'tool_call',
    toolCallId: id,
    title: `Call ${id}`,
    status,
    ...fields,
  }) as Told
const plan = (...statuses: readonly string[]): Told =>
  ({
    sessionUpdate: 'plan',
    entries: statuses.map((status, at) => ({ content: `Step ${at + 1}`, priority: 'high', status })),
  }) as Told

const settledText = (talk: Talk, mark = START): readonly string[] => asText(settle(talk, mark, SETTING).lines)
const pendingText = (talk: Talk, mark: Mark = START, rows = 20): readonly string[] =>
  asText(pending(talk, mark, { ...SETTING, rows }))

/** What stands on the screen after every event, as if it was printed and drawn each time. */
function play(
  told: readonly Told[],
  more: Partial<Talk> = RUNNING,
): { printed: readonly string[]; rest: readonly string[]; mark: Mark } {
  const printed: Line[] = []
  let [thread, mark] = [threadOf([]), START]
  for (const event of told) {
    thread = reduce(thread, event)
    const step = settle(talkOf(thread, more), mark, SETTING)
    printed.push(...step.lines)
    mark = step.mark
  }
  return { printed: asText(printed), rest: pendingText(talkOf(thread, more), mark), mark }
}

describe('a conversation that is over', () => {
  const told: readonly Told[] = [
    asks('Do it\nplease'),
    thinks('**Let me** look at this.'),
    call('1', 'completed', { kind: 'read' }),
    call('2', 'failed'),
    says('Some *words*.\n\nAnd more.'),
    plan('completed', 'in_progress'),
    says('After.'),
    ends('end_turn'),
    asks('Again'),
    ends('cancelled'),
  ]

  test('is printed whole, kinds apart from each other, calls close together', () => {
    expect(settledText(talkOf(threadOf(told)))).toEqual([
      '› Do it',
      '  please',
      '',
      '▸ Thought  Let me look at this.',
      '✓ read Call 1',
      '✗ Call 2',
      '',
      'Some words.',
      '',
      'And more.',
      '',
      'After.',
      '',
      'Plan 1/2',
      '  ✓ Step 1 (high)',
      '  ▸ Step 2 (high)',
      '',
      '› Again',
      '',
      '⊘ cancelled',
    ])
    expect(pendingText(talkOf(threadOf(told)), settle(talkOf(threadOf(told)), START, SETTING).mark)).toEqual(
      [],
    )
  })

  test('shows thoughts where they are wanted', () => {
    const talk = talkOf(threadOf([thinks('One.\n\nTwo.'), says('Said.'), ends('end_turn')]))
    expect(asText(settle(talk, START, { ...SETTING, showsThoughts: true }).lines)).toEqual([
      '▾ Thought',
      '┊ One.',
      '┊ ',
      '┊ Two.',
      '',
      'Said.',
    ])
  })

  test('tells why a turn ended otherwise than it should', () => {
    const stops = [
      ends('refusal'),
      ends('max_tokens'),
      ends('error', { message: 'It \u001b[31mbroke' }),
      ends('_odd'),
    ]
    const talk = talkOf(threadOf(stops.flatMap(stop => [asks('x'), stop])))
    expect(settledText(talk).filter(line => line !== '' && !line.startsWith('›'))).toEqual([
      '✗ refusal: the agent will not go on with this',
      '✗ stopped: the limit of tokens is reached',
      '✗ stopped: error',
      '  It ·broke',
      '✗ stopped: _odd',
    ])
  })

  test('names what it cannot show', () => {
    const content = [
      { type: 'text' as const, text: 'See ' },
      { type: 'resource_link' as const, name: 'a.ts', uri: 'file:///home/me/project/src/a.ts' },
      { type: 'image' as const, mimeType: 'image/png', data: 'AAAAAAAA' },
    ]
    const talk = talkOf(
      threadOf([
        { type: 'prompt', content },
        { sessionUpdate: 'agent_message_chunk', content: content[2] as never },
        { sessionUpdate: '_odd', x: 1 } as never,
        ends('end_turn'),
      ]),
    )
    expect(settledText(talk)).toEqual([
      '› See  [a.ts](src/a.ts)  [image: image/png, 6 bytes]',
      '',
      '[image: image/png, 6 bytes]',
      '',
      '· _odd: not known here',
    ])
  })

  test('has what happened besides at its place', () => {
    const asides: Talk['asides'] = [
      { id: 0, at: 0, kind: 'remark', text: 'resumed' },
      { id: 1, at: 1, kind: 'remark', text: 'a remark\nof two lines' },
      { id: 2, at: 1, kind: 'warning', text: 'careful' },
      { id: 3, at: 2, kind: 'failure', text: 'broken' },
      { id: 4, at: 2, kind: 'shell', text: '$ ls\n\u001b[32ma\u001b[0m  b\n' },
    ]
    expect(settledText(talkOf(threadOf([asks('One'), says('Two'), ends('end_turn')]), { asides }))).toEqual([
      '· resumed',
      '',
      '› One',
      '',
      '· a remark',
      '  of two lines',
      '! careful',
      '',
      'Two',
      '',
      '✗ broken',
      '$ ls',
      'a  b',
      '(the agent is told of it with your next words)',
    ])
  })
})

describe('a conversation that goes on', () => {
  test('prints what is settled of an answer, and draws the rest', () => {
    const { printed, rest } = play([asks('Go'), says('First.\n\nSec'), says('ond.\n\n- a'), says('\n- b')])
    expect(printed).toEqual(['› Go', '', 'First.', '', 'Second.'])
    expect(rest).toEqual(['', '• a', '• b'])
  })

  test('prints nothing behind a call that is not done, and everything once it is', () => {
    const first = [asks('Go'), call('1', 'in_progress'), call('2', 'completed'), says('Said.\n\nMore.\n\n')]
    const running = play(first)
    expect(running.printed).toEqual(['› Go'])
    expect(running.rest).toEqual(['', '◐ Call 1', '✓ Call 2', '', 'Said.', '', 'More.'])
    const done = play([...first, call('1', 'completed')])
    expect(done.printed).toEqual(['› Go', '', '✓ Call 1', '✓ Call 2', '', 'Said.'])
    expect(done.rest).toEqual(['', 'More.'])
  })

  test('waits for the rest of an answer that comes outside of a turn', () => {
    const { printed, rest } = play([says('Some wo'), says('rds that'), says(' come late.')], {})
    expect([printed, rest]).toEqual([[], ['Some words that come late.']])
    expect(play([says('One'), says(' two.'), call('1', 'completed')], {}).printed).toEqual([
      'One two.',
      '',
      '✓ Call 1',
    ])
    const stage = { is: 'failed', message: 'gone' } as const
    expect(play([says('One')], { stage }).printed).toEqual(['One'])
  })

  test('a call that was cancelled by us may still turn out otherwise', () => {
    const told = [asks('Go'), call('1', 'in_progress'), { type: 'cancel' } as const]
    expect(play(told).rest).toEqual(['', '⊘ Call 1'])
    expect(play([...told, call('1', 'completed')]).printed).toEqual(['› Go', '', '✓ Call 1'])
  })

  test('a thought that is being had shows its last words', () => {
    expect(play([asks('Go'), thinks('First this,\nthen **that**')]).rest).toEqual([
      '',
      '◐ Thinking … First this, then that',
    ])
    const [, long] = play([asks('Go'), thinks(`${'before '.repeat(50)}the end`)]).rest
    expect(long).toMatch(/before the end$/)
  })

  test('a plan is printed once, as it was when its turn was over', () => {
    const told = [asks('Go'), plan('pending'), says('One.\n\n'), plan('in_progress'), says('Two.\n\nThree.')]
    const running = play(told)
    expect([...running.printed, ...running.rest].join()).not.toContain('Plan')
    const over = play([...told, plan('completed'), ends('end_turn'), asks('On')], RUNNING)
    expect(over.printed.filter(line => /Plan|Step/.test(line))).toEqual(['Plan 1/1', '  ✓ Step 1 (high)'])
  })

  test('an update that nobody knows does not cut an answer', () => {
    const { printed, rest } = play([says('One'), { sessionUpdate: '_odd' } as never, says(' and two.')])
    expect([...printed, ...rest]).toEqual(['One and two.', '', '· _odd: not known here'])
  })

  test('words that are added to a message that was passed are printed when the turn is over', () => {
    const part = (text: string): Told => ({ ...says(text), messageId: 'm' }) as Told
    const told = [asks('Go'), part('One.'), call('1', 'completed'), part(' Two.'), call('2', 'completed')]
    expect(play(told).printed).toEqual(['› Go', '', 'One.', '', '✓ Call 1', '✓ Call 2'])
    expect(play([...told, ends('end_turn')]).printed.slice(-2)).toEqual(['', 'Two.'])
  })

  test('an answer in several pieces is printed piece by piece', () => {
    const image = {
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'image', mimeType: 'image/png', data: 'AAAA' },
    } as Told
    const { printed, rest } = play([says('One.'), image, says('Two.\n\nThree')])
    expect(printed).toEqual(['One.', '', '[image: image/png, 3 bytes]'])
    expect(rest).toEqual(['', 'Two.', '', 'Three'])
  })

  test('what is drawn is at most as many rows as were asked for, the last ones', () => {
    const talk = talkOf(threadOf([call('1', 'in_progress'), says('a\n\nb\n\nc\n\nd')]), RUNNING)
    expect(pendingText(talk, START, 3)).toEqual(['c', '', 'd'])
    expect(pendingText(talk, START, 0)).toEqual([])
  })

  const events = fc.oneof(
    fc.constantFrom('word ', 'end.\n\n', '- item\n', '```ts\ncode()\n', '```\n', '\n').map(says),
    fc.constantFrom('Hm. ', 'So.\n\n').map(thinks),
    fc
      .tuple(fc.constantFrom('1', '2', '3'), fc.constantFrom('pending', 'in_progress', 'completed', 'failed'))
      .map(([id, status]) => call(id, status)),
    fc.constantFrom(plan('pending'), plan('completed'), asks('More')),
    fc.constantFrom([ends('end_turn'), asks('Next')], [ends('cancelled'), asks('Next')]),
  )
  test('whenever it is printed, the same stands there in the end: nothing is lost, nothing comes twice', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 30 }), fc.boolean(), (turns, showsThoughts) => {
        const told = turns.flat()
        const setting = { ...SETTING, showsThoughts }
        const printed: Line[] = []
        let [thread, mark] = [threadOf([]), START]
        for (const event of told) {
          thread = reduce(thread, event)
          const step = settle(talkOf(thread, RUNNING), mark, setting)
          printed.push(...step.lines)
          mark = step.mark
        }
        thread = reduce(thread, ends('end_turn'))
        printed.push(...settle(talkOf(thread), mark, setting).lines)
        // Calls that were called again after they had ended are printed as they were first.
        const whole = asText(settle(talkOf(thread), START, setting).lines)
        const comparable = (lines: readonly string[]): string =>
          lines.map(line => line.replace(/[✓✗◐○] (?=Call)/, '')).join('\n')
        expect(comparable(asText(printed))).toEqual(comparable(whole))
      }),
      { numRuns: atLeast(300) },
    )
  })
})

describe('plans that hold', () => {
  test('are shown around the current step', () => {
    const statuses = Array.from({ length: 30 }, (_, at) =>
      at < 14 ? 'completed' : at === 14 ? 'in_progress' : 'pending',
    )
    expect(asText(drawPlans(threadOf([asks('Go'), plan(...statuses)]), { columns: 80, rows: 6 }))).toEqual([
      'Plan 14/30',
      '  … 13 before',
      '  ✓ Step 14 (high)',
      '  ▸ Step 15 (high)',
      '  • Step 16 (high)',
      '  … 14 more',
    ])
  })

  test('are found however long the conversation is', () => {
    const before = Array.from({ length: 3_000 }, (_, at) => call(`${at}`, 'completed'))
    const thread = threadOf([...before, asks('Go'), plan('pending'), ...before.slice(0, 100)])
    expect(asText(drawPlans(thread, { columns: 80, rows: 1 }))).toEqual(['Plan 0/1  • Step 1 (high)'])
    expect(asText(drawPlans(thread, { columns: 80, rows: 6 }))).toEqual(['Plan 0/1', '  • Step 1 (high)'])
  })

  test('of an earlier turn are gone, unless they have an id and are not done', () => {
    const thread = threadOf([asks('Go'), plan('pending'), ends('end_turn'), asks('On')])
    expect(drawPlans(thread, { columns: 80, rows: 6 })).toEqual([])
    const named = (type: object): Told =>
      ({ sessionUpdate: 'plan_update', plan: { planId: 'p', ...type } }) as Told
    const items = { type: 'items', entries: [{ content: 'Go on', status: 'pending', priority: 'low' }] }
    const later = threadOf([asks('Go'), named(items), asks('On')])
    expect(asText(drawPlans(later, { columns: 80, rows: 6 }))).toEqual(['Plan 0/1', '  • Go on (low)'])
    const file = threadOf([asks('Go'), named({ type: 'file', uri: 'file:///plan.md' })])
    expect(asText(drawPlans(file, { columns: 80, rows: 6 }))).toEqual(['Plan file:///plan.md'])
    const text = threadOf([asks('Go'), named({ type: 'markdown', content: '# First\n- a' })])
    expect(asText(drawPlans(text, { columns: 80, rows: 6 }))).toEqual(['Plan', '# First', '', '• a'])
  })
})

describe('where a conversation is taken up', () => {
  test('is so that about so many lines are left', () => {
    const told = Array.from({ length: 1_000 }, (_, at) => [
      asks(`Question ${at}`),
      says(`Answer ${at}`),
      ends('end_turn'),
    ]).flat()
    const talk = talkOf(threadOf(told))
    const mark = markBefore(talk, 40, SETTING)
    const lines = settledText(talk, mark)
    expect(lines.length).toBeGreaterThanOrEqual(38)
    expect(lines.length).toBeLessThan(50)
    expect(lines.at(-1)).toBe('Answer 999')
    expect(markBefore(talkOf(threadOf([asks('a'), says('b')])), 40, SETTING)).toEqual(START)
  })

  test('may be inside of a long answer, also inside of its source', () => {
    const paragraphs = Array.from({ length: 20_000 }, (_, at) => `Paragraph ${at} of this.\n\n`).join('')
    const talk = talkOf(threadOf([asks('Go'), says(paragraphs), ends('end_turn')]))
    const lines = settledText(talk, markBefore(talk, 50, SETTING))
    expect(lines.length).toBeGreaterThan(30)
    expect(lines.length).toBeLessThan(300)
    expect(lines.at(-1)).toBe('Paragraph 19999 of this.')
    const source = `\`\`\`ts\n${'const a = 1\n'.repeat(20_000)}\`\`\`\n\nEnd.`
    const long = talkOf(threadOf([says(source), ends('end_turn')]))
    const rest = settledText(long, markBefore(long, 50, SETTING))
    expect(rest.slice(-4)).toEqual(['  const a = 1', '╰─', '', 'End.'])
    expect(rest[0]).toBe('  const a = 1')
    expect(rest.length).toBeLessThan(400)
  })
})

describe('at any length', () => {
  /** Milliseconds of work: others on the machine do not count. */
  const spent = (): number => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  }
  const timed = (rounds: number, run: (round: number) => void): number => {
    run(0)
    const start = spent()
    for (let round = 1; round <= rounds; round++) run(round)
    return (spent() - start) / rounds
  }

  test('what is pending of ten thousand entries is drawn within five milliseconds', () => {
    const told = [
      call('open', 'in_progress'),
      ...Array.from({ length: 10_000 }, (_, at) => call(`${at}`, 'completed')),
    ]
    const talk = talkOf(threadOf(told), RUNNING)
    expect(timed(50, () => pendingText(talk, START, 50))).toBeLessThan(5)
  })

  test('one more piece of an answer of a megabyte is printed and drawn within five milliseconds', () => {
    let thread = threadOf([asks('Go'), says('Some **words** and `code`.\n\n'.repeat(40_000))])
    let { mark } = settle(talkOf(thread, RUNNING), START, SETTING)
    const each = timed(200, () => {
      thread = reduce(thread, says('and some more '))
      const talk = talkOf(thread, RUNNING)
      mark = settle(talk, mark, SETTING).mark
      pending(talk, mark, { ...SETTING, rows: 40 })
    })
    expect(each).toBeLessThan(5)
  })

  test('an answer of a megabyte behind a call that is not done is drawn from its end', () => {
    const talk = talkOf(
      threadOf([call('1', 'in_progress'), says('Some **words** and `code`.\n\n'.repeat(40_000))]),
      RUNNING,
    )
    expect(pendingText(talk, START, 3)).toEqual(['Some words and code.', '', 'Some words and code.'])
    expect(timed(10, () => pendingText(talk, START, 40))).toBeLessThan(60)
  })

  test('one line that never ends costs no more', () => {
    let thread = threadOf([says('word '.repeat(200_000))])
    let { mark } = settle(talkOf(thread, RUNNING), START, SETTING)
    const each = timed(100, () => {
      thread = reduce(thread, says('word '))
      const talk = talkOf(thread, RUNNING)
      mark = settle(talk, mark, SETTING).mark
      for (const line of pending(talk, mark, { ...SETTING, rows: 40 }))
        expect(widthOfLine(line)).toBeLessThanOrEqual(80)
    })
    expect(each).toBeLessThan(10)
  })

  test('two hundred thousand updates, one after the other, are bounded', () => {
    let [thread, mark] = [threadOf([]), START]
    const start = spent()
    for (let at = 0; at < 200_000; at++) {
      thread = reduce(
        thread,
        call(`${at % 5_000}`, at % 2 === 0 ? 'in_progress' : 'completed', {
          title: at % 1_000 === 0 ? 'x'.repeat(1_000_000) : 'Call',
        }),
      )
      if (at % 50 !== 0) continue
      const talk = talkOf(thread, RUNNING)
      mark = settle(talk, mark, SETTING).mark
      pending(talk, mark, { ...SETTING, rows: 40 })
      drawPlans(thread, { columns: 80, rows: 8 })
    }
    expect(spent() - start).toBeLessThan(15_000)
  })
})
