import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { wordsFor } from './announcements.js'
import { PermissionFacts } from './permission-facts.js'
import { claimed, command, edit, form, permission } from './question.fixture.js'
import { cardTitle } from './question-title.js'

const draw = (question: typeof command) => renderToStaticMarkup(<PermissionFacts question={question} />)

test('every file of a change is shown, not only the first', () => {
  const markup = draw(edit)
  expect(markup).toContain('/home/ada/shop/src/cart.ts')
  expect(markup).toContain('/home/ada/shop/src/discount.ts')
  expect(markup).toContain('new file')
})

test('what turns or hides text in a command is named, and not in the page', () => {
  const markup = draw(command)
  expect(markup).toContain('U+202E')
  expect(markup).not.toMatch(/[\u202e\u202c\u200b]/)
})

test('what the agent says stands apart from what was established', () => {
  const markup = draw(command)
  const [facts = '', claims = ''] = markup.split('The agent says')
  expect(facts).toContain('Checked by the workbench')
  expect(facts).toContain('Run a program: npm')
  expect(facts).not.toContain('Runs the tests')
  expect(claims).toContain('Runs the tests')
})

test('what nobody has checked is called so', () => {
  expect(draw(claimed)).toContain('Nobody has checked it')
  expect(draw(claimed)).not.toContain('Established')
  const told = draw(permission({ lines: ['The agent asks to run the command below'], command: 'ls' }))
  expect(told).toContain('Nobody has checked it')
  expect(told).toContain('The agent asks to run the command below')
  expect(told).not.toContain('Established')
})

test('markup in what is shown is text', () => {
  const markup = draw(permission({ command: '<img src=x onerror=alert(1)>', description: '<b>bold</b>' }))
  expect(markup).toContain('&lt;img')
  expect(markup).not.toContain('<b>')
})

test('a question elsewhere is told with who asks, and where', () => {
  const place = { key: 'k', agent: 'scout', cwd: '/home/ada/shop/' }
  expect(wordsFor({ ...place, question: command })).toBe('scout in shop asks: Run npm test')
  expect(wordsFor({ ...place, question: { ...form, message: 'a\nb\u202ec' } })).toBe(
    'scout in shop asks: a·b·c',
  )
})

test('a patch of an agent is whole in the card, or says how much more there is and offers that', () => {
  const text = (lines: number) =>
    `@@ -0,0 +1,${lines} @@\n${Array.from({ length: lines }, (_, index) => `+line ${index + 1}\n`).join('')}`
  const patched = (lines: number) =>
    draw(permission({ content: [{ type: 'diff', patch: { text: text(lines) } } as never] }))
  expect(patched(300)).toContain('line 300')
  expect(patched(300)).not.toContain('Show all')
  expect(patched(900)).not.toContain('line 900<')
  expect(patched(900)).toContain('Show all 902 lines')
})

test('why the gateway asks stands among its facts', () => {
  const [facts = '', claims = ''] = draw({ ...command, reason: 'Nothing allows it yet.' }).split(
    'The agent says',
  )
  expect(facts).toContain('Nothing allows it yet.')
  expect(claims).not.toContain('Nothing allows it yet.')
})

test('a command is told once: its words one by one are folded, unless the box would hide a gap in it', () => {
  const words = ['  [0] sh', '  [1] -c', '  [2] ls']
  const asked = permission({
    ...{ title: "ls: sh -c 'ls'", isEstablished: true, command: "sh -c 'ls'" },
    lines: ['Give text to a shell', ...words, '  in /home/ada/shop', '  with A=1'],
  })
  expect(cardTitle(asked)).toBe('Run a command')
  expect(cardTitle(claimed)).toBe('Look at a page')
  const markup = draw(asked)
  expect(markup).toContain('Word by word')
  expect(markup).not.toContain('[2] ls')
  expect(markup).toContain('with A=1')
  expect(draw({ ...asked, command: `ls${' '.repeat(400)}; rm -rf /` })).toContain('[2] ls')
  expect(draw({ ...asked, command: undefined })).toContain('[2] ls')
})
