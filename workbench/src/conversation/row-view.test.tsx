import { emptyThread, entriesOf, reduce } from '@parley/acp/thread'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { meansWith, Staged, talkWith } from '../showcase/means.fixture.js'
import { loadChangesReader } from './changes-reader.js'
import { ConversationPane } from './conversation-pane.js'
import { PhaseView } from './phase-view.js'
import { PlanPane } from './plan-pane.js'
import { RowView, type RowViewProps } from './row-view.js'
import { toRows } from './rows.js'

type Told = Parameters<typeof reduce>[1]

/** What comes of events, drawn without a list around it. */
function draw(events: readonly unknown[], props: Partial<RowViewProps> = {}): string {
  const thread = (events as readonly Told[]).reduce(reduce, emptyThread(1))
  const talk = talkWith({ thread })
  const rows = toRows({ slots: thread.slots, remarks: [], startedAt: new Map() })
  const usual = { talkKey: talk.key, cwd: '/home/ada/shop', isGrowing: false, showsThoughts: false }
  return renderToStaticMarkup(
    <Staged means={meansWith({ talk })}>
      {rows.map(row => (
        <RowView key={row.key} {...usual} row={row} {...props} />
      ))}
    </Staged>,
  )
}

let calls = 0
const call = (fields: object): unknown => ({
  sessionUpdate: 'tool_call',
  toolCallId: `c${++calls}`,
  ...fields,
})
const text = (words: string): unknown => ({ type: 'content', content: { type: 'text', text: words } })

test('a prompt has a heading for those who hear it, its words and a way to copy them', () => {
  const markup = draw([{ type: 'prompt', content: [{ type: 'text', text: 'one\ntwo' }] }])
  expect(markup).toContain('<h2 class="visually-hidden">Prompt 1: one\ntwo</h2>')
  expect(markup).toContain('one<br/>two')
  expect(markup).toContain('aria-label="Copy prompt"')
})

test('thoughts are folded unless somebody wants to see them', () => {
  const thought = {
    sessionUpdate: 'agent_thought_chunk',
    content: { type: 'text', text: '**First.** Then more.' },
  }
  expect(draw([thought])).not.toContain('<strong>')
  expect(draw([thought])).toContain('First. Then more.')
  expect(draw([thought], { showsThoughts: true, talkKey: 'other' })).toContain('<strong>First.</strong>')
})

test('a card shows kind, title, place and how it stands, and draws nothing of what is folded', () => {
  const markup = draw([
    call({
      ...{ title: 'Look at it', kind: 'read', status: 'completed', content: [text('what is inside')] },
      ...{ locations: [{ path: '/home/ada/shop/src/a.ts', line: 7 }], rawInput: { secret: 1 } },
    }),
  ])
  expect(markup).toContain('data-status="completed"')
  expect(markup).toContain('aria-label="Read"')
  expect(markup).toContain('src/a.ts:7')
  expect(markup).toContain('aria-expanded="false"')
  expect(markup).not.toContain('what is inside')
  expect(markup).not.toContain('secret')
})

test('a card that failed is open, and what went in and out stays folded', () => {
  const markup = draw([
    call({ title: 'x', status: 'failed', content: [text('why it failed')], rawOutput: { deep: 1 } }),
  ])
  expect(markup).toContain('why it failed')
  expect(markup).toContain('Raw output')
  expect(markup).not.toContain('deep')
})

test('a change is shown with signs and counts, once texts can be compared', async () => {
  await loadChangesReader()
  const diff = { type: 'diff', path: '/home/ada/shop/a.ts', oldText: 'a\nb\n', newText: 'a\nc\nd\n' }
  const markup = draw([call({ title: 'Edit', kind: 'edit', status: 'completed', content: [diff] })])
  expect(markup).toContain('+2')
  expect(markup).toContain('−1')
  expect(markup).toContain('data-side="removed"')
})

test('a terminal shows its last lines without colours', () => {
  const output = Array.from({ length: 40 }, (_, place) => `\u001b[31mline ${place}\u001b[0m`).join('\n')
  const markup = draw([
    { type: 'terminal', terminalId: 't', output },
    call({
      title: 'Run',
      kind: 'execute',
      status: 'in_progress',
      content: [{ type: 'terminal', terminalId: 't' }],
    }),
  ])
  expect(markup).toContain('line 28\nline 29')
  expect(markup).not.toContain('line 27\n')
})

test('how long a tool took is told where both ends are known', () => {
  const done = call({ title: 'Run', status: 'completed' })
  expect(draw([done], { startedAt: 1_000, endedAt: 5_200 })).toContain('4.2 s')
  expect(draw([done], { startedAt: 1_000 })).not.toContain('<time')
})

test('titles and paths of others cannot turn, hide or break the line', () => {
  const markup = draw([
    call({
      title: 'safe\u202etxt.exe\nsecond',
      kind: 'other',
      locations: [{ path: '/home/ada/shop/a\u202eb.ts' }],
    }),
  ])
  expect(markup).toContain('safe·txt.exe·second')
  expect(markup).toContain('a·b.ts')
  expect(markup).not.toContain('\u202e')
})

test('images of known kinds are drawn, others are told', () => {
  const image = (mimeType: string, data: string) => ({
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'image', mimeType, data },
  })
  const png = btoa('\x89PNG\r\n\x1a\n and more')
  expect(draw([image('image/png', png)])).toContain(`src="data:image/png;base64,${png}"`)
  const markup = draw([image('image/svg+xml', btoa('<svg onload="alert(1)"/>'))])
  expect(markup).not.toContain('<img')
  expect(markup).toContain('not shown')
})

test.each([
  ['max_tokens', 'the most it may write'],
  ['refusal', 'refused'],
  ['cancelled', 'cancelled'],
  ['_own', 'The turn ended: _own.'],
])('a turn that ended with %s says so', (stopReason, words) => {
  expect(draw([{ type: 'end', stopReason }])).toContain(words)
})

test('a turn that ended with an error says what it was, and the cure', () => {
  const error = { message: 'The agent answered: Internal error', cure: 'Try it once more.' }
  expect(draw([{ type: 'end', stopReason: 'error', error }])).toContain(
    'The turn ended with an error. The agent answered: Internal error. Try it once more.',
  )
})

test('an update that nobody knows is there, folded', () => {
  const markup = draw([{ sessionUpdate: '_shop/unknown', some: 'thing' }])
  expect(markup).toContain('_shop/unknown')
  expect(markup).not.toContain('thing')
})

test('whatever an agent sends as content, something is drawn', () => {
  const odd = [{ type: '_odd', x: 1 }, { type: 'resource' }, { type: 'image' }, { type: 'resource_link' }]
  const events = odd.map(content => ({ sessionUpdate: 'agent_message_chunk', content }))
  expect(draw(events)).toContain('Content: _odd')
  const contents = [{ type: 'diff' }, { type: 'terminal' }, { type: '_odd' }, { type: 'content' }, {}]
  expect(draw([call({ title: 'odd', status: 'failed', content: contents })])).toContain('odd')
})

const plan = (...statuses: string[]): unknown => ({
  sessionUpdate: 'plan',
  entries: statuses.map((status, place) => ({ content: `step ${place}`, status, priority: 'high' })),
})

test('a plan shows what is done, what is next and what matters', () => {
  const markup = draw([plan('completed', 'in_progress', 'pending')])
  expect(markup).toContain('1 of 3')
  expect(markup).toMatch(/data-status="completed".*✓.*data-status="in_progress".*▸.*data-status="pending".*•/)
  expect(markup).toContain('High priority')
})

test('the pane of the plan shows that of the latest turn, the conversation all of them', () => {
  const prompt = { type: 'prompt', content: [{ type: 'text', text: 'go' }] }
  const events = [prompt, plan('completed'), prompt, plan('pending', 'pending')] as readonly Told[]
  const thread = events.reduce(reduce, emptyThread(1))
  const markup = renderToStaticMarkup(
    <Staged means={meansWith({ talk: talkWith({ thread }) })}>
      <PlanPane />
    </Staged>,
  )
  expect(entriesOf(thread).filter(({ kind }) => kind === 'plan')).toHaveLength(2)
  expect(markup).toContain('0 of 2')
  expect(markup).not.toContain('1 of 1')
})

test.each([
  ['opening', undefined, 'Opening the conversation.'],
  ['replaying', undefined, 'Loading what was said before.'],
  ['offline', undefined, 'It is tried again.'],
  [
    'failed',
    { message: 'The agent ended.', cure: 'Start it again.', offer: 'new-session' },
    'New conversation',
  ],
] as const)('a conversation that is %s says so, and what to do', (phase, failure, words) => {
  const talk = talkWith({ phase, ...(failure && { failure }) })
  const markup = renderToStaticMarkup(
    <Staged means={meansWith({ talk })}>
      <ConversationPane />
    </Staged>,
  )
  expect(markup).toContain(words)
  expect(markup).toContain(`data-status="${phase}"`)
})

test('an empty conversation says what can be done here', () => {
  const markup = renderToStaticMarkup(
    <Staged means={meansWith({ talk: talkWith() })}>
      <ConversationPane />
    </Staged>,
  )
  expect(markup).toContain('Nothing was said yet')
})

test('a file that goes along is named once, with what else it is called', () => {
  const link = { type: 'resource_link', uri: 'file:///home/ada/shop/src/cart.ts' }
  const shown = (name: string) => draw([{ type: 'prompt', content: [{ ...link, name }] }])
  expect(shown('src/cart.ts').split('>src/cart.ts<')).toHaveLength(2)
  expect(shown('cart.ts')).not.toContain('>cart.ts<')
  expect(shown('The cart')).toContain('The cart')
})

test('a conversation that is only not to be opened here offers no second try', () => {
  const shown = (isElsewhere: boolean) =>
    renderToStaticMarkup(
      <PhaseView
        phase="failed"
        failure={{ message: 'This conversation works in /x.', isElsewhere }}
        onOffer={() => {}}
      />,
    )
  expect(shown(false)).toContain('Try again')
  expect(shown(true)).not.toContain('Try again')
  expect(shown(true)).toContain('works in /x.')
})
