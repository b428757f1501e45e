/** Reports say what was found, in every format, and nothing that a peer says becomes markup or a command for the terminal. */
import { expect, test } from 'vitest'
import type { Requirement } from '../requirement.js'
import { type Report, type Ruling, toVerdicts } from '../verdict.js'
import { compare, readExpectations } from './expectation.js'
import { toHtmlReport } from './html.js'
import { toJsonReport } from './json.js'
import { toJunitReport } from './junit.js'
import { toBadgeLine } from './tally.js'
import { toTextReport } from './text.js'

const HOSTILE = `</script><img src=x onerror=alert(1)>"'&\u001b]52;c;aGk=\u0007\u202e`

const requirement = (id: string, level: Requirement['level']): Requirement => ({
  id,
  level,
  text: `The sentence of ${id}.`,
  side: 'agent',
  sources: ['schema'],
})

const requirements = [
  requirement('a.kept', 'must'),
  requirement('a.broken', 'must'),
  requirement('a.wished', 'should'),
  requirement('a.odd', 'may'),
  requirement('a.open', 'must'),
  requirement('a.unseen', 'must'),
]

const ruling = (id: string, outcome: Ruling['outcome'], detail = ''): Ruling => ({
  requirement: id,
  outcome,
  detail,
  scenario: 'scene',
})

const rulings = [
  ruling('a.kept', 'passed'),
  ruling('a.broken', 'passed'),
  ruling('a.broken', 'failed', `it said ${HOSTILE}`),
  ruling('a.wished', 'failed', 'not done'),
  ruling('a.odd', 'failed', 'odd'),
  ruling('a.open', 'skipped', 'no words for it'),
]

const report: Report = {
  side: 'agent',
  version: 1,
  subject: { command: `node ${HOSTILE}`, name: HOSTILE, version: '1' },
  by: 'test 1',
  startedAt: '2026-01-01T00:00:00.000Z',
  milliseconds: 1234,
  verdicts: toVerdicts(requirements, rulings),
  performances: [
    {
      scenario: 'scene',
      title: 'a scene',
      milliseconds: 1,
      rulings,
      wires: [
        [
          { at: 1, to: 'client', message: { text: HOSTILE }, bytes: 10 },
          { at: 2, to: 'client', noise: 'parse_error', text: HOSTILE, bytes: 9 },
          { at: 3, stderr: HOSTILE },
          { at: 4, event: 'exited', detail: 'exit code 0' },
        ],
      ],
    },
  ],
}

const outcomes = Object.fromEntries(report.verdicts.map(each => [each.requirement.id, each.outcome]))

test('the worst that was said of a requirement counts, by its keyword, and what nobody saw is skipped', () => {
  expect(outcomes).toEqual({
    'a.kept': 'passed',
    'a.broken': 'failed',
    'a.wished': 'warned',
    'a.odd': 'noted',
    'a.open': 'skipped',
    'a.unseen': 'skipped',
  })
  expect(report.verdicts.at(-1)?.details).toEqual(['no scenario came to it'])
})

test('the text names what is broken with its source, groups what was skipped, and sums up', () => {
  const text = toTextReport(report)
  expect(text).toContain('✗ a.broken  The sentence of a.broken.')
  expect(text).toContain('in scene; from schema')
  expect(text).toContain('– no words for it\n      a.open')
  expect(text).toContain('1 passed, 1 failed, 1 warned, 1 noted, 2 skipped')
  expect(text).not.toContain('✓ a.kept')
  expect(toTextReport(report, { isVerbose: true })).toContain('✓ a.kept')
})

test('the badge counts what was decided, and says how much was not', () => {
  expect(toBadgeLine(report)).toBe('ACP v1 agent: MUST 1/2, SHOULD 0/1, 2 skipped (test 1)')
})

test('nothing of a peer is markup in a page, or a command for a terminal in any format', () => {
  const html = toHtmlReport(report)
  expect(html).not.toMatch(/<img|<script|onerror=alert\(1\)>/)
  expect(html).toContain('&lt;/script&gt;&lt;img')
  expect(html).toMatch(/Content-Security-Policy" content="default-src 'none'/)
  for (const text of [html, toTextReport(report), toJunitReport(report), toJsonReport(report)])
    for (const sign of ['\u001b', '\u0007', '\u202e']) expect(text).not.toContain(sign)
})

test('JUnit counts a MUST as a failure and keeps what a SHOULD says beside a test that passed', () => {
  const xml = toJunitReport(report)
  expect(xml).toContain('tests="6" failures="1" skipped="2"')
  expect(xml).toMatch(/<system-out>warned: not done<\/system-out>/)
  // Every element that is opened is closed, and no sign stands where XML has none.
  expect(xml.match(/<testcase/g)).toHaveLength(6)
  expect(xml.match(/<\/testcase>|classname="[^"]*" name="[^"]*"\/>/g)).toHaveLength(6)
})

test('JUnit says what the exit code says, also with expectations and --strict', () => {
  const of = (ids: readonly string[], isStrict: boolean): string =>
    toJunitReport(
      report,
      compare(
        report,
        ids.map(id => ({ id, reason: `because of ${HOSTILE}` })),
        isStrict,
      ),
    )
  expect(of(['a.broken'], false)).toContain('failures="0" skipped="3"')
  expect(of(['a.broken'], false)).toContain('<skipped message="broken as expected: because of')
  expect(of(['a.broken'], true)).toContain('<failure message="not done">')
  expect(of(['a.broken', 'a.kept', 'a.nowhere'], false)).toContain('tests="7" failures="2"')
  expect(of([], false)).toContain('failures="1"')
})

test('the reason why something was expected to be broken stands in every report', () => {
  const comparison = compare(report, [{ id: 'a.broken', reason: 'see issue 12' }], false)
  for (const text of [
    toTextReport(report, { comparison }),
    toHtmlReport(report, comparison),
    toJsonReport(report, comparison),
    toJunitReport(report, comparison),
  ])
    expect(text).toContain('see issue 12')
  expect(toBadgeLine(report, comparison)).toContain('1 known, 2 skipped')
})

test('the entry that shows a fault is marked, and only where it is about the requirement', () => {
  const [performance] = report.performances
  const at = { wire: 0, entry: 2 }
  const marked = ruling('a.broken', 'failed', 'this one')
  const html = toHtmlReport({
    ...report,
    performances: performance === undefined ? [] : [{ ...performance, rulings: [{ ...marked, at }] }],
  })
  expect(html).toContain('<tr id="a.broken-scene" class="fault"><td>3 ms</td><td>stderr</td>')
  expect(html.match(/class="fault"/g)).toHaveLength(2)
})

test('long lists of names are shortened for people', () => {
  const scenarios = Array.from({ length: 60 }, (_, number) => `scene-${number}`)
  const verdicts = report.verdicts.map(verdict => ({ ...verdict, scenarios }))
  const undecided = Array.from({ length: 30 }, (_, number) => requirement(`a.more-${number}`, 'must'))
  const text = toTextReport({ ...report, verdicts: [...verdicts, ...toVerdicts(undecided, [])] })
  expect(text).toContain('in scene-0, scene-1, scene-2, scene-3, scene-4 and 55 more; from schema')
  expect(text).toContain('a.more-10 and 19 more')
})

test('a failure that was expected is fine, one that was not is told, and one that is mended must be taken out', () => {
  const expectations = readExpectations(
    '{"expected": [{"id": "a.broken", "reason": "known"}, {"id": "a.kept", "reason": "old"}, {"id": "a.nowhere", "reason": "?"}]}',
  )
  const ids = (list: readonly { readonly id?: string; readonly requirement?: Requirement }[]) =>
    list.map(each => each.id ?? each.requirement?.id)
  const { known, mended, strange, unexpected } = compare(report, expectations, false)
  expect([ids(known), ids(mended), ids(strange), ids(unexpected)]).toEqual([
    ['a.broken'],
    ['a.kept'],
    ['a.nowhere'],
    [],
  ])
  expect(ids(compare(report, [], false).unexpected)).toEqual(['a.broken'])
  expect(ids(compare(report, [], true).unexpected)).toEqual(['a.broken', 'a.wished'])
})

test.each([
  ['{', 'expected JSON'],
  ['[]', '/expected: expected an array'],
  ['{"expected": [{"id": "x"}]}', '/expected/0: expected an object with the texts "id" and "reason"'],
])('a file of expectations that cannot be read says why: %s', (text, why) => {
  expect(() => readExpectations(text)).toThrow(why)
})
