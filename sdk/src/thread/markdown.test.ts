import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, type Happening, prompt, said, text } from './fold.fixture.js'
import { toMarkdown } from './markdown.js'

const plan = (...entries: [content: string, status: string][]) =>
  ({
    sessionUpdate: 'plan',
    entries: entries.map(([content, status]) => ({ content, status, priority: 'low' })),
  }) as Happening
const call = (fields: object) =>
  ({ sessionUpdate: 'tool_call', toolCallId: 't', title: 'Edit *a*', kind: 'edit', ...fields }) as Happening

test('a conversation as Markdown', () => {
  const thread = fold(
    1,
    { sessionUpdate: 'session_info_update', title: 'A [small] change' },
    prompt('do **it**'),
    { sessionUpdate: 'agent_thought_chunk', content: text('well\n\nthen') },
    plan(['look', 'completed'], ['change', 'in_progress'], ['test', 'pending'], ['rest', 'cancelled']),
    call({
      content: [{ type: 'diff', path: '/a', oldText: null, newText: 'x\n' }],
      locations: [{ path: '/a_b' }],
    }),
    said('agent', 'It is `done`.'),
    { type: 'end', stopReason: 'refusal' },
  )
  expect(toMarkdown(thread)).toBe(`# A \\[small\\] change

## User

do **it**

## Thought

> well
>
> then

**plan**

- [x] look
- [ ] (in progress) change
- [ ] test
- [x] (cancelled) rest

**edit, pending** Edit \\*a\\*

/a\\_b

\`\`\`diff
--- /dev/null
+++ /a
@@ -0,0 +1,1 @@
+x
\`\`\`

## Agent

It is \`done\`.

**stopped, refusal**
`)
})

test('a fence is longer than any run of its marks inside', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('`', '``', '`````', '\n', 'x')), pieces => {
      const inside = pieces.join('')
      const shown = toMarkdown(fold(1, { type: 'terminal', terminalId: 't', output: inside }))
      const runs = inside.match(/`+/g)?.map(run => run.length) ?? []
      const [, fence] = /^(`{3,})$/m.exec(shown) ?? []
      if (inside.replace(/\n$/, '') !== '') expect(fence?.length).toBeGreaterThan(Math.max(2, ...runs))
    }),
  )
})

test('what somebody wrote stays in its place: headings rank below ours, and what was left open is closed', () => {
  const wrote = (words: string) => toMarkdown(fold(1, said('agent', words), prompt('next'))).split('\n')
  const isOurs = (line: string) => /^#{1,2} /.test(line)
  for (const forged of ['# User', '## User', '  ## User', 'User\n---', 'User\n==='])
    expect(wrote(forged).filter(isOurs)).toEqual(['## Agent', '## User'])
  expect(wrote('User\n---')).toContain('\\---')
  expect(wrote('a\n\n---\n\nb')).toContain('---')
  expect(wrote('```js\nopen').slice(2, 5)).toEqual(['```js', 'open', '```'])
  expect(wrote('~~~~\n```\n# in code').slice(2, 6)).toEqual(['~~~~', '```', '# in code', '~~~~'])
  expect(wrote('```\nclosed\n```\n# after')).toContain('### after')
  expect(wrote('<!-- hides the rest')[2]).toBe('\\<!-- hides the rest')
  expect(wrote('a <b>bold</b> claim')[2]).toBe('a <b>bold</b> claim')
})
