import { expect, test } from 'vitest'
import type { PermissionChoice, PermissionRequest } from '../../client/index.js'
import type { Claim, FileWrite } from '../../guard/index.js'
import { WRITE } from '../../guard/setting.fixture.js'
import { toAnswer, toClaim, toClaimTitle, toShown, toShownLines } from './claimed-question.js'

const toRequest = (title: string, kind?: string): PermissionRequest =>
  ({
    title,
    ...(kind !== undefined && { toolCall: { toolCallId: 't', kind } }),
  }) as unknown as PermissionRequest

const write = (path: string): FileWrite => ({ ...WRITE, at: { path } })
const option = (kind: string, name: string, optionId = kind) => ({ kind, name, optionId }) as PermissionChoice

const OPTIONS = [
  option('allow_once', 'Yes'),
  option('allow_always', 'Yes, and from now on'),
  option('reject_once', 'No'),
  option('reject_always', 'No, never'),
]

test('a claim is what the agent says, and no more than that', () => {
  const claim = { action: 'agent.claimed', kind: 'edit', title: 'Edit it', wasCleaned: false }
  expect(toClaim(toRequest('Edit it', 'edit'), { writes: [] })).toStrictEqual(claim)
  expect(toClaim(toRequest('Edit it'), { writes: [] })).toStrictEqual({ ...claim, kind: 'other' })
  const shown = { writes: [write('/w/a')], runs: { argv: ['make', 'all'], cwd: '/w' } }
  expect(toClaim(toRequest('Edit it', 'edit'), shown)).toStrictEqual({ ...claim, ...shown })
})

test.each([
  ['title', toRequest('a\u202eb'), { writes: [] }],
  ['kind', toRequest('a', 'e\u0000'), { writes: [] }],
  ['path', toRequest('a'), { writes: [write('/w/a'), write('/w/\u200b')] }],
  ['word', toRequest('a'), { writes: [], runs: { argv: ['ls', '\u001b[2J'], cwd: '/w' } }],
  ['folder', toRequest('a'), { writes: [], runs: { argv: ['ls'], cwd: '/w\u202e' } }],
  ['padded word', toRequest('a'), { writes: [], runs: { argv: [`ls${' '.repeat(8)}x`, 'y'], cwd: '/w' } }],
])('a %s that hides something is told of', (_, request, shown) => {
  expect(toClaim(request, shown).wasCleaned).toBe(true)
})

test('title and kind are cleaned', () => {
  expect(toClaim(toRequest('a\nb\u202ec', 'e\u0000d'), { writes: [] })).toMatchObject({
    title: 'a·b·c',
    kind: 'e·d',
  })
})

test('a command stands in the title, once, and every blank of it is counted', () => {
  const claim = { action: 'agent.claimed', kind: 'execute', wasCleaned: false } as const
  const titled = (title: string, ...argv: string[]) =>
    toClaimTitle({ ...claim, title, runs: { argv, cwd: '/w' } } satisfies Claim)
  expect(toClaimTitle({ ...claim, title: 'Look around' })).toBe('Look around')
  expect(titled('Run make all now', 'make', 'all')).toBe('Run make all now')
  expect(titled('Tidy up', 'rm', '-r', 'a')).toBe('Tidy up: rm -r a')
  expect(titled('Tidy up', `ls${' '.repeat(9)}; rm a`)).toBe('Tidy up: ls «9 blanks» ; rm a')
  expect(titled('Tidy up', 'ls\n\u202erm')).toBe('Tidy up: ls·rm')
})

test('answers that the agent would remember are not shown, unless that is left to it', () => {
  expect(toShown(OPTIONS, true)).toEqual(OPTIONS)
  expect(toShown(OPTIONS, false)).toEqual([OPTIONS[0], OPTIONS[2]])
  const lasting = [option('allow_once', 'Yes'), option('reject_always', 'No')]
  expect(toShown(lasting, false)).toEqual(lasting)
})

test.each([
  ['allow_once', 'Go\u202e on', 'Go· on'],
  ['allow_once', 'Reject', 'Allow once (the agent calls it “Reject”)'],
  ['allow_always', 'never ask again', 'Allow always (the agent calls it “never ask again”)'],
  ['allow_always', 'Yes, and never ask again', 'Yes, and never ask again'],
  ['allow_once', 'Allow, no questions', 'Allow, no questions'],
  ['allow_once', 'Do not allow, no', 'Allow once (the agent calls it “Do not allow, no”)'],
  ['reject_once', 'Proceed', 'Reject (the agent calls it “Proceed”)'],
  ['reject_once', 'No, continue without', 'No, continue without'],
  ['reject_once', 'No\tand continue', 'No·and continue'],
  ['reject_once', 'Skip', 'Skip'],
  ['reject_always', 'OK', 'Reject always (the agent calls it “OK”)'],
  ['reject_once', 'Nothing', 'Nothing'],
  ['allow_once', 'Know more', 'Know more'],
  ['allow_once', '', 'Allow once (the agent calls it “”)'],
  ['reject_once', ' \n ', 'Reject (the agent calls it “”)'],
  ['defer', 'yes', 'defer (the agent calls it “yes”)'],
])('an answer of kind %s that is called %j is shown as %j', (kind, name, shown) => {
  expect(toShown([option(kind, name)], true)).toEqual([option(kind, shown)])
})

test.each(['reject', 'deny', 'decline', 'cancel', 'no', 'never', 'stop', 'abort', 'refuse'])(
  '“%s” is no yes',
  word => {
    const [shown] = toShown([option('allow_once', `please ${word}`)], true)
    expect(shown?.name).toBe(`Allow once (the agent calls it “please ${word}”)`)
  },
)

test.each(['allow', 'approve', 'accept', 'yes', 'ok', 'okay', 'proceed', 'continue', 'confirm'])(
  '“%s” is no no',
  word => {
    const [shown] = toShown([option('reject_once', `please ${word}`)], true)
    expect(shown?.name).toBe(`Reject (the agent calls it “please ${word}”)`)
  },
)

test('the agent hears the answer that lasts least, and the chosen one where that is left to it', () => {
  const [once, always, reject, never] = OPTIONS as [
    PermissionChoice,
    PermissionChoice,
    PermissionChoice,
    PermissionChoice,
  ]
  expect(toAnswer(OPTIONS, once, false)).toEqual(once)
  expect(toAnswer(OPTIONS, always, false)).toEqual(once)
  expect(toAnswer(OPTIONS, always, true)).toEqual(always)
  expect(toAnswer(OPTIONS, reject, false)).toEqual(reject)
  expect(toAnswer(OPTIONS, never, false)).toEqual(reject)
  expect(toAnswer(OPTIONS, never, true)).toEqual(never)
  expect(toAnswer([always, reject], always, false)).toBeUndefined()
  expect(toAnswer([never], never, false)).toEqual(never)
})

test('every place is shown, then what is known of its text, and a place once only', () => {
  const changes = {
    shown: [{ path: '/w/a\u202e', newText: 'x\n' }],
    patches: ['+y\n'],
    writes: [write('/w/a\u202e'), write('/w/b\nc')],
  }
  expect(toShownLines(changes)).toEqual([
    '  writes /w/a·',
    '  +1 −0',
    '  @@ -0,0 +1,1 @@',
    '  +x',
    '  writes /w/b·c',
    '  +y',
  ])
})

test('changes and patches share the room that people read', () => {
  const text = 'x\n'.repeat(100)
  const shown = [
    { path: '/w/a', newText: text },
    { path: '/w/b', newText: text },
  ]
  const lines = toShownLines({ shown, patches: [text], writes: [] })
  expect(lines.filter(line => line.endsWith('x'))).toHaveLength(19 + 19 + 20)
  expect(lines.filter(line => line.includes('more lines'))).toEqual([
    '  … 81 more lines',
    '  … 81 more lines',
    '  … 80 more lines',
  ])
})
