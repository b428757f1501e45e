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
  option('allow_always', 'Yes, always'),
  option('reject_once', 'No'),
  option('reject_always', 'No, always'),
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
  ['allow_once', 'Go\u202e on', 'Allow once: “Go· on”'],
  ['allow_once', 'Reject', 'Allow once: “Reject”'],
  ['allow_once', 'Skip', 'Allow once: “Skip”'],
  ['allow_once', 'Approve once', 'Approve once'],
  ['allow_once', 'Allow, this time', 'Allow, this time'],
  ['allow_once', 'Yes', 'Yes'],
  ['allow_once', 'Yes!', 'Allow once: “Yes!”'],
  ['allow_once', 'Oh Yes', 'Allow once: “Oh Yes”'],
  ['allow_always', 'never ask again', 'Allow always: “never ask again”'],
  ['allow_always', 'Yes, and don’t ask again', 'Yes, and don’t ask again'],
  ['allow_always', 'Allow for this session', 'Allow for this session'],
  ['reject_once', 'Proceed', 'Reject: “Proceed”'],
  ['reject_once', 'No', 'No'],
  ['reject_once', 'Reject edit', 'Reject edit'],
  ['reject_once', 'Skip', 'Skip'],
  ['reject_always', 'OK', 'Reject always: “OK”'],
  ['reject_always', 'Never', 'Never'],
  ['reject_once', 'Never', 'Reject: “Never”'],
  ['allow_once', '', 'Allow once: “”'],
  ['reject_once', ' \n ', 'Reject: “”'],
  ['reject_once', '\u202e', 'Reject: “·”'],
  ['allow_once', `Go${' '.repeat(9)}on`, 'Allow once: “Go «9 blanks» on”'],
  ['allow_once', 'x'.repeat(61), `Allow once: “${'x'.repeat(57)}…”`],
  ['defer', 'yes', 'defer: “yes”'],
])('an answer of kind %s that is called %j is shown as %j', (kind, name, shown) => {
  expect(toShown([option(kind, name)], true)).toEqual([option(kind, shown)])
})

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
