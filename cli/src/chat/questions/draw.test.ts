import { expect, test } from 'vitest'
import type { Question } from '../model/question.js'
import type { Talk } from '../model/talk.js'
import type { Size } from '../screen/frame.js'
import { textOfLine, widthOfLine } from '../screen/line.js'
import { drawChanges, drawQuestion } from './draw.js'
import { address, form, model, OPTIONS, Person, permission, talk } from './question.fixture.js'

const shown = (question: Question, { columns = 80, rows = 20, ...more }: Partial<Talk & Size> = {}) => {
  const held = talk({ questions: [question], attention: 'question', ...more })
  const { lines, cursor } = drawQuestion(held, { columns, rows, now: 0 })
  expect(lines.length).toBeLessThanOrEqual(rows)
  for (const line of lines) expect(widthOfLine(line)).toBeLessThanOrEqual(columns)
  return { text: lines.map(textOfLine).join('\n'), cursor, lines }
}

test('nothing is drawn where nothing is asked', () => {
  expect(drawQuestion(talk(), { columns: 80, rows: 10, now: 0 }).lines).toEqual([])
})

test('a request shows what, every fact, the reason, who asks, and every answer with its keys and its rule', () => {
  expect(shown(permission()).text).toMatchInlineSnapshot(`
    "? Run a program: npm test
      [0] npm
      [1] test
      in /work
      Nothing says that it may.
      The actor 1.2.3
      r 1  Reject
      a 2  Allow once
      A 3  Allow in this session
           rule: Allow x, in this session
        4  Allow always
           rule: Allow x, until it is revoked
      R 5  Reject always
      Esc dismiss · d all of it · t refuse and say why · Enter answers nothing"
  `)
})

test('where room is short what is known goes before what is said, and without it there are no answers', () => {
  expect(shown(permission(), { columns: 40, rows: 9 }).text).toMatchInlineSnapshot(`
    "? Run a program: npm test
      [0] npm
      [1] test
      in /work
      Nothing says that it may.
    r Reject   a Allow once
    A Allow in this session   4 Allow always
    R Reject always
      Esc dismiss · d all of it · t refuse …"
  `)
  expect(shown(permission(), { columns: 40, rows: 5 }).text).toMatchInlineSnapshot(`
    "? Run a program: npm test
      [0] npm
      [1] test
      in /work
    r Re…   a Al…   A Al…   4 Al…   R Re…"
  `)
})

test('a long title is wrapped, and whole on the page', () => {
  const path = `/work/${'deep/'.repeat(30)}file.ts`
  const question = permission({ title: `Change a file: ${path}`, lines: [] })
  expect(shown(question, { columns: 60 }).text.replace(/\n\s+/g, '')).toContain(path)
  const page = drawChanges({ is: 'changes', questionId: 'p1', file: 0, top: 0 }, model([question]))
  expect(page.lines.map(textOfLine).join('\n').replace(/\n\s+/g, '')).toContain(path)
})

test('every file of a change is listed, and where there is no room the rest is counted', () => {
  const changes = Array.from({ length: 9 }, (_, index) => ({ path: `/work/src/${index}.ts`, newText: 'x\n' }))
  const question = permission({ title: 'Edit files', lines: [], changes, action: 'agent.claimed' })
  const { text } = shown(question, { rows: 30 })
  for (const { path } of changes) expect(text).toContain(path.slice('/work/'.length))
  expect(shown(question, { rows: 10 }).text).toMatch(/… \d more files, d shows all/)
})

test('who holds the keys can be seen', () => {
  expect(shown(permission()).text).toContain('Esc dismiss')
  expect(shown(permission(), { attention: 'composer' }).text).toContain('Tab answer')
  expect(shown(permission(), { attention: 'composer' }).text).not.toContain('Esc')
})

test('that Enter answers nothing is said where it does not', () => {
  expect(shown(permission()).text).toContain('Enter answers nothing')
  expect(shown(permission({ isDestructive: false })).text).not.toContain('Enter answers nothing')
})

test('what lasts is asked about once more, with its rule', () => {
  const { model: pressed } = new Person(model([permission()])).press('4')
  const { text } = shown(pressed.talks[0]?.questions[0] ?? permission())
  expect(text).toContain('Sure? It writes this rule: Allow x, until it is revoked')
  expect(text).toContain('the same key once more yes · Esc no')
  expect(text).toContain('› ')
  expect(shown(pressed.talks[0]?.questions[0] ?? permission(), { columns: 40, rows: 7 }).text).toContain(
    'Sure?',
  )
})

test('those that wait are counted', () => {
  expect(shown(permission(), { questions: [permission(), permission({ id: 'p2' })] }).text).toContain(
    '1 of 2 waiting',
  )
})

test('a reason that is being written has the cursor', () => {
  const { model: begun } = new Person(model([permission()])).press('t', 'n', 'o')
  const { text, cursor, lines } = shown(begun.talks[0]?.questions[0] ?? permission())
  expect(text).toContain('⊘ refuse, and say why: no')
  expect(textOfLine(lines[cursor?.row ?? -1] ?? []).length).toBe(cursor?.column)
})

test('nothing of others reaches the screen as it is', () => {
  const evil = '\u001b]0;x\u0007\u001b[31mred\u202e\ttab\nline'
  const options = OPTIONS.map(option => ({ ...option, name: evil, rule: evil }))
  const questions = [
    permission({ title: evil, lines: [evil], description: evil, reason: evil, options, cwd: evil }),
    permission({
      changes: [{ path: evil, newText: evil }],
      refusal: { text: evil, cursor: 3 },
      isRefusing: true,
    }),
    address({ message: evil, url: `https://x/${evil}`, host: evil }),
    form({
      message: evil,
      faults: [`/${evil}: ${evil}`],
      fields: [
        {
          ...{ name: evil, title: evil, description: evil, type: 'string', isRequired: true, text: evil },
          ...{ cursor: 4, chosen: [], choices: [{ value: evil, title: evil }] },
        },
      ],
    }),
  ]
  for (const question of questions) {
    const start = model([question])
    const page = drawChanges({ is: 'changes', questionId: question.id, file: 0, top: 0 }, start)
    for (const line of [...shown(question).lines, ...page.lines])
      for (const { text } of line) expect(text).not.toMatch(/[\p{Cc}\u202e]/u)
  }
})

test('a command of any length is cut on the screen, quickly, and whole on the page', () => {
  const word = 'ab'.repeat(50_000)
  const question = permission({ lines: [`  [0] ${word}`, '  in /work'] })
  expect(shown(question).text).toContain('… more of this, d shows all')
  const person = new Person(model([question])).press('d')
  const page = person.model.page
  if (page?.is !== 'changes') throw new Error('there is no page')
  const { lines } = drawChanges(page, person.model)
  expect(lines).toHaveLength(24)
  expect(lines.map(textOfLine).join('\n')).toContain('Allow once')
  let seen = 0
  for (let count = 0; count < 200; count++) {
    const now = person.model.page
    if (now?.is !== 'changes') throw new Error('there is no page')
    seen += drawChanges(now, person.model)
      .lines.slice(2)
      .map(textOfLine)
      .filter(line => /^ +(?:\[0\] )?(?:ab|ba)+b?$/.test(line.trimEnd()))
      .join('')
      .replace(/[^ab]/g, '').length
    person.press('page-down')
  }
  expect(seen).toBeGreaterThanOrEqual(word.length)
})

test('an address is whole, with the host it leads to', () => {
  expect(shown(address()).text).toMatchInlineSnapshot(`
    "? The agent wants you to visit an address
      it leads to: xn--exmple-cua.example (written in other letters: it may look 
        like another one)
      https://xn--exmple-cua.example/path?code=1
      ┆ Sign in, please.
      o opens it · y I have visited it · n no · Esc dismiss · d shows all"
  `)
  const long = address({ url: `https://x.example/${'y'.repeat(300)}`, host: 'x.example' })
  expect(shown(long).text.replace(/\s/g, '')).toContain('y'.repeat(300))
  const cut = shown(long, { columns: 40, rows: 9 })
  expect(cut.text).toContain('d shows all')
  expect(cut.text).toContain('y I have visited it')
  expect(shown(long, { columns: 40, rows: 6 }).text).toMatch(/https[\s\S]*make the window larger, or d/)
})

test('a form shows its fields, the choices of the one with the cursor, and its buttons', () => {
  expect(shown(form()).text).toMatchInlineSnapshot(`
    "? Who are you?
    › Your name*: 
        as friends say it
      age: 7
      colour: nothing chosen
      pets: nothing chosen
      isSure*: [ ] y or n
      [ Send ]  [ Decline ]
      Enter next · Tab moves · Esc dismiss · PgDn shows all of it"
  `)
  const person = new Person(model([form({ at: 3, choice: 1 })])).press(' ')
  expect(shown(person.form).text).toMatchInlineSnapshot(`
    "? Who are you?
      Your name*: 
      age: 7
      colour: nothing chosen
    › pets: dog
         [ ] cat
       › [x] dog
         [ ] eel
      isSure*: [ ] y or n
      [ Send ]  [ Decline ]
      Enter next · Tab moves · Esc dismiss · Space chooses · PgDn shows all of it"
  `)
})

test('faults stand at their fields', () => {
  const person = new Person(model([form({ at: 5 })])).press('enter')
  const { text, cursor } = shown(person.form)
  expect(text).toContain('Your name*: \n    ✗ expected a value, found none')
  expect(cursor).toEqual({ row: 1, column: 14 })
})

test('the field with the cursor and the buttons are seen in any room', () => {
  for (let at = 0; at <= 6; at++)
    for (const rows of [5, 6, 8]) {
      const { text } = shown(form({ at }), { columns: 40, rows })
      expect(text).toContain('[ Send ]')
      expect(text).toContain('[ Decline ]')
      expect(text).toContain('›')
    }
})

test('the page shows the facts, the files and the rules, and how to answer', () => {
  const changes = [{ path: '/work/a.ts', newText: 'x\n' }]
  const start = model([permission({ changes })])
  const page = drawChanges({ is: 'changes', questionId: 'p1', file: 0, top: 0 }, start)
  expect(page.lines.map(textOfLine).join('\n')).toMatchInlineSnapshot(`
    "? Run a program: npm test
      everything, then 1 file · The actor 1.2.3
    Run a program: npm test
      [0] npm
      [1] test
      in /work
      ✎ a.ts +1 −0
      Nothing says that it may.
      Allow in this session: Allow x, in this session
      Allow always: Allow x, until it is revoked






      r 1  Reject
      a 2  Allow once
      A 3  Allow in this session
           rule: Allow x, in this session
        4  Allow always
           rule: Allow x, until it is revoked
      R 5  Reject always
      Esc back · j k files · ↑↓ scroll · t refuse and say why"
  `)
})

test('what a form asks in a few words is its title, in lines that stand below each other', () => {
  const message = `${'How would you like it? '.repeat(4)}Say so.`
  const { text } = shown(form({ message }))
  expect(text.split('\n').slice(0, 2)).toEqual([
    '? How would you like it? How would you like it? How would you like it? How would',
    '  you like it? Say so.',
  ])
  expect(text).not.toContain('The agent asks')
  const long = shown(form({ message: `First.\n${'and more '.repeat(30)}` })).text
  expect(long.split('\n').slice(0, 2)).toEqual(['? The agent asks', '  First.'])
  expect(long).toContain('PgDn')
})

test('a change stands below the name of its file', () => {
  const changes = [{ path: '/work/a.md', oldText: 'one\n', newText: 'two\n' }]
  const { text } = shown(permission({ title: 'Edit', lines: [], changes }))
  expect(text).toContain('  ✎ a.md +1 −1\n    1 − one\n    1 + two\n')
})

test('where there is no room for whole rules there is for how they begin', () => {
  const rule = `Allow fs.write /work/${'deep/'.repeat(20)}file.ts, in this session`
  const options = OPTIONS.map(option => (option.rule === undefined ? option : { ...option, rule }))
  const question = permission({ options, lines: [] })
  expect(shown(question, { rows: 30 }).text).toContain('file.ts, in this session')
  const { text } = shown(question, { rows: 12 })
  expect(text.match(/^ {7}rule: Allow fs\.write \/work\/deep\/.*…$/gm)).toHaveLength(2)
})
