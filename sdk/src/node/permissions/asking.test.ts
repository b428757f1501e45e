import { expect, test } from 'vitest'
import type { Permission, PermissionChoice, PermissionRequest, Session } from '../../client/index.js'
import { type Claim, type Decision, grantableScopes } from '../../guard/index.js'
import { BLANK, READ, WRITE } from '../../guard/setting.fixture.js'
import type { Version } from '../../protocol/index.js'
import { type Asked, askClaimed, askOwn } from './asking.js'
import { Docket } from './docket.js'
import { machineClock, QuestionLine } from './question-line.js'

const session = { id: 's1', roots: ['/w'], turns: [] } as unknown as Session<Version>
const docket = new Docket(session, new QuestionLine({ clock: machineClock, patience: 1 }))
const decision: Decision = {
  ...{ effect: 'ask', by: 'default:ask', reason: 'Nothing\u202e allows it.' },
  scopes: grantableScopes(READ, BLANK),
}

const toAsked = (signal = new AbortController().signal): Asked => ({
  ...{ docket, decision, circumstances: BLANK, signal },
})

/** A user who gives these answers, one after the other, offered or not. */
function answering(...ids: readonly (string | undefined)[]) {
  const requests: PermissionRequest[] = []
  const contexts: unknown[] = []
  const permission: Permission = (request, context) => {
    const id = ids[requests.length]
    requests.push(request)
    contexts.push(context)
    return id === undefined ? undefined : { optionId: id, name: 'x', kind: 'allow_always' }
  }
  return { permission, requests, contexts }
}

const DISMISSED = { ruling: { effect: 'cancelled', by: 'user', reason: 'The question was dismissed.' } }
const REJECTED = { ruling: { effect: 'deny', by: 'user', reason: 'The user rejected it.' } }
const allowed = (scope: string) => ({ effect: 'allow', by: 'user', reason: 'The user allowed it.', scope })

test('a question about our own doing has its facts, its reason and its answers', async () => {
  const { permission, requests, contexts } = answering('once')
  const asked = toAsked()
  expect(await askOwn(permission, READ, asked)).toEqual({ ruling: allowed('once'), wish: { scope: 'once' } })
  expect(requests).toHaveLength(1)
  const [{ options, ...request }] = requests as [PermissionRequest]
  expect(request).toStrictEqual({
    ...{ sessionId: 's1', session, title: 'Read a file: /w/src/a.ts', description: 'Nothing· allows it.' },
    ...{ action: READ, decision, lines: ['Read a file', '  /w/src/a.ts'], raw: READ },
    facts: ['Read a file', '  /w/src/a.ts'],
  })
  const ids = ['reject', 'once', 'session', 'session-folder', 'workspace', 'always']
  expect(options.map(({ optionId }) => optionId)).toEqual(ids)
  expect(contexts).toEqual([{ sessionId: 's1', roots: ['/w'], signal: asked.signal }])
})

test('a change is handed over whole beside its lines', async () => {
  const { permission, requests } = answering('reject')
  await askOwn(permission, { ...WRITE, isNew: true, text: 'new\n' }, toAsked())
  expect(requests[0]?.changes).toEqual([{ path: '/w/src/a.ts', newText: 'new\n' }])
  expect(requests[0]?.lines).toContain('  +new')
  expect(requests[0]?.facts).not.toContain('  +new')
})

test.each([
  [['reject'], REJECTED],
  [[undefined], DISMISSED],
  [['unheard of'], DISMISSED],
  [['session'], { ruling: allowed('session'), wish: { scope: 'session' } }],
  [['always', 'always'], { ruling: allowed('always'), wish: { scope: 'always' } }],
  [['always', 'once'], { ruling: allowed('once'), wish: { scope: 'once' } }],
  [['always', 'reject'], REJECTED],
  [['always', undefined], DISMISSED],
  [['always', 'workspace'], DISMISSED],
])('the answers %j are taken by their word', async (ids, answered) => {
  const { permission, requests } = answering(...ids)
  expect(await askOwn(permission, READ, toAsked())).toEqual(answered)
  expect(requests).toHaveLength(ids.length)
})

test('what lasts until it is revoked is asked for again with fewer answers', async () => {
  const { permission, requests } = answering('always', 'always')
  await askOwn(permission, READ, toAsked())
  expect(requests[1]?.title).toMatch(/^Sure\? Allow fs\.read/)
  expect(requests[1]?.options.map(({ optionId }) => optionId)).toEqual(['reject', 'once', 'always'])
})

test('nobody is asked what nobody waits for any more', async () => {
  const { permission, requests } = answering('once')
  expect(await askOwn(permission, READ, toAsked(AbortSignal.abort()))).toEqual(DISMISSED)
  expect(requests).toEqual([])
})

const OPTIONS: readonly PermissionChoice[] = [
  { optionId: 'y', name: 'Yes', kind: 'allow_once' },
  { optionId: 'ya', name: 'Yes, always', kind: 'allow_always' },
  { optionId: 'n', name: 'No', kind: 'reject_once' },
]
const CLAIMED: Claim = { action: 'agent.claimed', kind: 'edit', title: 'Edit', wasCleaned: false }
const NOTHING = { shown: [], patches: [], writes: [] }

const toClaimed = (more: Partial<PermissionRequest> = {}) => {
  const request = { sessionId: 's1', session, title: 'raw', options: OPTIONS, raw: 1, ...more }
  return { request, claim: CLAIMED, changes: NOTHING, delegateAlways: false }
}

test('an agent’s own question is shown cleaned, with what it claims', async () => {
  const { permission, requests } = answering('y')
  await askClaimed(permission, toClaimed({ description: 'a\u202e\nb' }), toAsked())
  const lines = ['The agent says, and nobody checked:', '  Edit', '  (it calls this “edit”)']
  expect(requests).toStrictEqual([
    {
      ...{ sessionId: 's1', session, title: 'Edit', description: 'a·\nb', raw: 1 },
      ...{ options: [OPTIONS[0], OPTIONS[2]], action: CLAIMED, decision, lines, facts: lines },
    },
  ])
})

test('the changes that an agent shows are handed over whole beside their lines', async () => {
  const { permission, requests } = answering('y')
  const shown = [{ path: '/w/a', newText: 'new\n' }]
  await askClaimed(permission, { ...toClaimed(), changes: { ...NOTHING, shown } }, toAsked())
  expect(requests[0]?.changes).toEqual(shown)
  expect(requests[0]?.lines?.slice(3)).toEqual(['  writes /w/a', '  +1 −0', '  @@ -0,0 +1,1 @@', '  +new'])
  expect(requests[0]?.facts?.slice(3)).toEqual([])
})

test.each([
  ['y', false, { ruling: { ...allowed('once'), optionId: 'y' } }],
  ['n', false, { ruling: { ...REJECTED.ruling, optionId: 'n' } }],
  ['ya', true, { ruling: { ...allowed('always'), optionId: 'ya' } }],
  ['ya', false, DISMISSED],
  ['unheard of', true, DISMISSED],
  [undefined, true, DISMISSED],
])(
  'the answer %j, with the agent’s memory left to it: %j, is taken by its word',
  async (id, delegateAlways, answered) => {
    const { permission } = answering(id)
    expect(await askClaimed(permission, { ...toClaimed(), delegateAlways }, toAsked())).toStrictEqual(
      answered,
    )
  },
)

test.each([
  ['its words', { claim: { ...CLAIMED, wasCleaned: true } }],
  ['a change', { changes: { ...NOTHING, shown: [{ path: '/w/a', newText: 'a\0' }] } }],
  ['a patch', { changes: { ...NOTHING, patches: ['+a\u202e'] } }],
])('where %s hide something, no answer that lasts is offered or taken', async (_what, more) => {
  const { permission, requests } = answering('ya')
  const claimed = { ...toClaimed(), delegateAlways: true, ...more }
  expect(await askClaimed(permission, claimed, toAsked())).toStrictEqual(DISMISSED)
  expect(requests[0]?.options.map(({ optionId }) => optionId)).toEqual(['y', 'n'])
})
