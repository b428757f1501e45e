import { expect, test } from 'vitest'
import { EMPTY_COMPOSER } from '../model/composer.js'
import { textOfLine } from '../screen/line.js'
import { drawQuestion } from './draw.js'
import { address, form, look, model, OPTIONS, Person, permission, pressed, talk } from './question.fixture.js'
import { attend, updateQuestion, withdrawQuestion } from './update.js'

const writing = { composer: { ...EMPTY_COMPOSER, text: 'fix th', cursor: 6 } }
const asked = (change = {}) => new Person(model([permission(change)]))
const option = (optionId: string, more = {}) => ({ is: 'option', optionId, ...more })

test('a question gets the keys where nobody is writing, and is shown from now on', () => {
  const { talk, question } = new Person(model([permission()]))
  expect(talk.attention).toBe('question')
  expect(question?.shownAt).toBe(1_000)
})

test.each([
  ['text', writing],
  ['a search', { composer: { ...EMPTY_COMPOSER, search: { query: '', skip: 0, text: '', cursor: 0 } } }],
  [
    'a completion',
    {
      composer: {
        ...EMPTY_COMPOSER,
        completion: { kind: 'file' as const, from: 0, to: 0, query: '', ticket: 1, items: [], selected: 0 },
      },
    },
  ],
])('it is shown, and does not get the keys, while there is %s', (_what, change) => {
  const { talk, question } = new Person(model([permission()], change))
  expect(talk.attention).toBe('composer')
  expect(question?.shownAt).toBe(1_000)
})

test.each([
  ['a', 'once'],
  ['A', 'session'],
  ['r', 'reject'],
  ['R', 'never'],
  ['1', 'reject'],
  ['2', 'once'],
  ['3', 'session'],
  ['5', 'never'],
])('%s answers with %s, once', (key, id) => {
  const person = asked().press(key)
  expect(person.effects).toEqual([{ do: 'answer', talk: 't1', questionId: 'p1', answer: option(id) }])
  expect(person.talk.questions).toEqual([])
  expect(person.talk.attention).toBe('composer')
  person.press('z')
  expect(person.effects).toHaveLength(1)
})

test.each(['x', 'z', 'b', ' ', 'ctrl+a', 'alt+a', 'ctrl+r', 'left', 'shift+tab', 'f'])(
  '%s means nothing to it',
  key => {
    const person = asked().press(key)
    expect(person.wasTaken).toBe(false)
    expect(person.answers).toEqual([])
    expect(person.talk.questions).toHaveLength(1)
  },
)

test.each(['A', 'R', '6', '9', '0'])('%s, which answers others, is no text where it answers nothing', key => {
  const person = asked({ options: OPTIONS.slice(0, 2) }).press(key)
  expect(person.talk.composer.text).toBe('')
  expect(person.answers).toEqual([])
  expect(person.talk.attention).toBe('question')
  expect(person.model.remark?.text).toContain(`“${key}” is none of the answers`)
})

test('the sixteenth answer has a key as well, and it is shown', () => {
  const options = Array.from({ length: 16 }, (_, index) => ({
    ...{ id: `o${index}`, name: `Way ${index + 1}`, kind: index === 0 ? 'allow_once' : 'other' },
  }))
  for (const [index, key] of [...'1234567890bcefgh'].entries()) {
    const person = asked({ options })
    const { lines } = drawQuestion(person.talk, { columns: 80, rows: 30, now: 0 })
    expect(lines.map(textOfLine)).toContain(`  ${index === 0 ? 'a' : ' '} ${key}  Way ${index + 1}`)
    expect(person.press(key).answers).toEqual([option(`o${index}`)])
  }
})

test('a letter that answers nothing anywhere is text', () => {
  expect(asked().press('l', 's', 'o').talk.composer.text).toBe('lso')
})

test('a key that comes too soon goes where one writes, and takes the keys there', () => {
  const person = asked().wait(299).happen(pressed('a'))
  expect(person.answers).toEqual([])
  expect(person.talk.composer.text).toBe('a')
  expect(person.talk.attention).toBe('composer')
})

test('a key 300 ms after it was shown is for it', () => {
  expect(asked().wait(300).happen(pressed('a')).answers).toEqual([option('once')])
})

test('somebody who types on is not heard until a pause, whatever the keys', () => {
  const person = asked()
  for (const key of ['left', 'left', 'left', 'left']) person.wait(200).happen(pressed(key))
  person.wait(200).happen(pressed('a'))
  expect(person.answers).toEqual([])
  expect(person.talk.composer.text).toBe('a')
})

test('after such a pause it hears again, where still nothing was written', () => {
  const person = asked().wait(200).happen(pressed('left')).wait(300).happen(pressed('r'))
  expect(person.answers).toEqual([option('reject')])
})

test('Enter and Esc that come too soon are not for it', () => {
  for (const key of ['enter', 'escape']) {
    const person = asked().wait(100).happen(pressed(key))
    expect(person.wasTaken).toBe(false)
    expect(person.answers).toEqual([])
  }
})

test('a question that is shown next gets its own time to be read', () => {
  const person = new Person(model([permission(), permission({ id: 'p2' })])).press('a')
  expect(person.question).toMatchObject({ id: 'p2', shownAt: 1_500 })
  person.wait(200).happen(pressed('a'))
  expect(person.answers).toHaveLength(1)
})

test('Tab gives it the keys while something is written, and takes them away again', () => {
  const person = new Person(model([permission()], writing)).press('tab')
  expect(person.talk.attention).toBe('question')
  person.press('tab')
  expect(person.talk.attention).toBe('composer')
  expect(person.press('a').answers).toEqual([])
  expect(person.talk.composer.text).toBe('fix tha')
  expect(person.press('tab', 'a').answers).toEqual([option('once')])
  expect(person.talk.composer.text).toBe('fix tha')
})

test('Tab lets one write with nothing written yet, and writing gives the keys back', () => {
  const person = asked().press('tab', 'a')
  expect(person.talk.composer.text).toBe('a')
  person.press('tab', 'x')
  expect(person.talk.attention).toBe('composer')
  expect(person.press('a').answers).toEqual([])
  expect(person.talk.composer.text).toBe('axa')
})

test('Tab completes a word where something is to be completed', () => {
  const completion = { kind: 'file' as const, from: 0, to: 1, query: 'f', ticket: 1, items: [], selected: 0 }
  const person = new Person(model([permission()], { composer: { ...writing.composer, completion } })).press(
    'tab',
  )
  expect(person.wasTaken).toBe(false)
  expect(person.talk.attention).toBe('composer')
})

test('what is recalled into the composer takes the keys there', () => {
  const person = asked().change(it => ({ ...it, composer: writing.composer }))
  expect(person.talk.attention).toBe('composer')
})

test('pasted text answers nothing and is not lost', () => {
  const person = asked().paste('a')
  expect(person.answers).toEqual([])
  expect(person.talk.composer.text).toBe('a')
  expect(person.talk.attention).toBe('composer')
})

test('Enter takes what was chosen with the arrows, and nothing before', () => {
  const person = asked({ isDestructive: false }).press('enter')
  expect(person.answers).toEqual([])
  expect(person.wasTaken).toBe(true)
  expect(person.press('down', 'j', 'up', 'enter').answers).toEqual([option('reject')])
  expect(asked({ isDestructive: false }).press('k', 'k', 'down', 'down', 'enter').answers).toEqual([
    option('never'),
  ])
})

test('Enter never answers what may destroy something', () => {
  const person = asked().press('down', 'down', 'enter', 'enter', 'up', 'enter')
  expect(person.answers).toEqual([])
  expect(person.wasTaken).toBe(true)
})

test('Esc dismisses it', () => {
  expect(asked().press('escape').answers).toEqual([{ is: 'dismissed' }])
})

test('what lasts is pressed twice, and a key that is held down is one press', () => {
  const person = asked().press('4')
  expect(person.answers).toEqual([])
  expect(person.permission.confirming?.optionId).toBe('always')
  for (let count = 0; count < 20; count++) person.wait(50).happen(pressed('4'))
  expect(person.answers).toEqual([])
  expect(person.press('4').answers).toEqual([option('always', { isConfirmed: true })])
})

test('the first press of what lasts is forgotten by any other key', () => {
  for (const other of ['escape', 'j', 'd'])
    expect(asked().press('4', other, ...(other === 'd' ? ['escape'] : []), '4').answers).toEqual([])
  expect(asked().press('4', 'a').answers).toEqual([option('once')])
})

test('what lasts is confirmed with A where A stands for it, and with Enter where that answers', () => {
  const options = OPTIONS.filter(({ id }) => id !== 'session')
  expect(asked({ options }).press('A').answers).toEqual([])
  expect(asked({ options }).press('A', 'A').answers).toEqual([option('always', { isConfirmed: true })])
  const chosen = asked({ options, isDestructive: false }).press('down', 'down', 'down', 'enter')
  expect(chosen.answers).toEqual([])
  expect(chosen.press('enter').answers).toEqual([option('always', { isConfirmed: true })])
})

test('a refusal carries its reason, which is said next', () => {
  const waiting = { id: 1, text: 'later', files: [], talks: [] }
  const person = new Person(model([permission()], { queue: [waiting], isHeld: true }))
  person
    .press('t', 'U', 's', 'e', ' ', 'x', 'backspace')
    .paste('git\nmv')
    .press('home', 'delete', 'u', 'end', '!')
  expect(person.permission.refusal?.text).toBe('use git mv!')
  person.press('enter')
  expect(person.answers).toEqual([option('reject')])
  expect(person.talk.queue.map(({ text }) => text)).toEqual(['use git mv!', 'later'])
  // It goes, and what was held stays held.
  expect(person.talk).toMatchObject({ isHeld: true, queue: [{ isExempt: true }, {}] })
  expect(person.model.nextId).toBe(8)
})

test('a refusal without a reason says nothing', () => {
  const person = asked().press('t', 'enter')
  expect(person.answers).toEqual([option('reject')])
  expect(person.talk.queue).toEqual([])
})

test('Esc in a reason goes back to the question, which keeps it', () => {
  const person = asked().press('t', 'n', 'o', 'escape')
  expect(person.answers).toEqual([])
  expect(person.permission).toMatchObject({ isRefusing: false, refusal: { text: 'no' } })
  expect(person.press('t', 't').permission.refusal?.text).toBe('not')
})

test('a reason is kept where the question is taken away', () => {
  const { talk: begun } = asked().press('t', 'n', 'o')
  expect(withdrawQuestion(begun, 'p1')).toMatchObject({ questions: [], composer: { text: 'no' } })
  expect(withdrawQuestion({ ...begun, ...writing }, 'p1').composer.text).toBe('fix th\nno')
  expect(withdrawQuestion(begun, 'p2')).toMatchObject({ questions: [{ id: 'p1' }] })
})

test('a question of another conversation is not shown, and gets its time when it is', () => {
  const there = talk({ key: 't2', questions: [permission({ id: 'p2' })] })
  const start = model([permission()])
  const person = new Person({ ...start, talks: [...start.talks, there] })
  expect(person.model.talks[1]?.questions[0]?.shownAt).toBeUndefined()
  person.wait()
  person.model = look({ ...person.model, active: 't2' })
  expect(person.model.talks.map(({ questions }) => questions[0]?.shownAt)).toEqual([undefined, 1_500])
  expect(person.wait(100).happen(pressed('a')).answers).toEqual([])
})

test('a page covers it: it is shown, with time to be read, when the page is gone', () => {
  const person = asked().wait()
  person.model = look({ ...person.model, page: { is: 'help', top: 0 } })
  expect(person.question?.shownAt).toBeUndefined()
  person.wait()
  person.model = look({ ...person.model, page: undefined })
  expect(person.question?.shownAt).toBe(2_000)
})

test('a clock that was set back does not keep it deaf', () => {
  const person = asked().wait(-500_000)
  expect(person.press('a').answers).toEqual([option('once')])
})

test('what no terminal has shown hears no key, however long it waits', () => {
  const unseen = attend(model([permission()]))
  expect(unseen.talks[0]?.questions[0]?.shownAt).toBeUndefined()
  const { step, isTaken } = updateQuestion({ ...unseen, now: 60_000 }, 't1', pressed('a'))
  expect({ isTaken, effects: step[1] }).toEqual({ isTaken: false, effects: [] })
})

test('nothing changes where nothing is to be changed', () => {
  const { model: shown } = asked()
  expect(attend(shown)).toBe(shown)
  const empty = model([])
  expect(attend(empty)).toBe(empty)
})

test('d shows everything, and the page goes from file to file', () => {
  const changes = ['a', 'b', 'c'].map(name => ({ path: `/work/${name}`, newText: 'x' }))
  const person = asked({ changes }).press('d')
  const file = () => (person.model.page?.is === 'changes' ? person.model.page.file : undefined)
  expect(file()).toBe(1)
  person.press('j')
  expect(file()).toBe(2)
  person.press('right', 'right', 'j')
  expect(file()).toBe(3)
  person.press('k', 'left', 'left', 'left')
  expect(file()).toBe(0)
  person.press('q')
  expect(file()).toBeUndefined()
  expect(person.press('d', 'escape').answers).toEqual([])
  expect(person.question?.id).toBe('p1')
})

test('the page scrolls no further than it is long', () => {
  const lines = Array.from({ length: 100 }, (_, index) => `  [${index}] word`)
  const person = asked({ lines }).press('d')
  const top = () => (person.model.page?.is === 'changes' ? person.model.page.top : undefined)
  person.press('up')
  expect(top()).toBe(0)
  person.press('down', 'down')
  expect(top()).toBe(2)
  person.press('end')
  const end = top() ?? 0
  expect(end).toBeGreaterThan(80)
  person.press('page-down', 'down')
  expect(top()).toBe(end)
  person.press('page-up')
  expect(top()).toBeLessThan(end)
  person.press('home')
  expect(top()).toBe(0)
})

test.each([
  ['a', option('once')],
  ['A', option('session')],
  ['r', option('reject')],
  ['5', option('never')],
])('%s answers on the page, too, which closes it', (key, answer) => {
  const person = asked().press('d', key)
  expect(person.answers).toEqual([answer])
  expect(person.model.page).toBeUndefined()
})

test('on the page what lasts is pressed twice, Enter answers nothing, and t goes back to write', () => {
  const person = asked({ isDestructive: false }).press('d', '4')
  expect(person.answers).toEqual([])
  expect(person.press('4').answers).toEqual([option('always', { isConfirmed: true })])
  expect(asked({ isDestructive: false }).press('down', 'd', 'enter').answers).toEqual([])
  const refusing = asked().press('d', 't', 'n', 'o')
  expect(refusing.model.page).toBeUndefined()
  expect(refusing.permission.refusal?.text).toBe('no')
})

test('on a page that comes back after another program a key too soon answers nothing', () => {
  const person = asked().press('d')
  person.model = look({ ...person.model, isLent: true })
  person.model = look({ ...person.model, isLent: false })
  expect(person.wait(100).happen(pressed('a')).answers).toEqual([])
  expect(person.press('a').answers).toEqual([option('once')])
})

test('the page of a question that is gone is gone', () => {
  const person = asked()
    .press('d')
    .change(it => withdrawQuestion(it, 'p1'))
  expect(person.model.page).toBeUndefined()
})

test.each([
  ['y', { is: 'visited' }],
  ['n', { is: 'declined' }],
  ['escape', { is: 'dismissed' }],
])('%s answers an address', (key, answer) => {
  expect(new Person(model([address()])).press(key).answers).toEqual([answer])
})

test('o opens an address and answers nothing, and neither does Enter', () => {
  const person = new Person(model([address()])).press('o', 'enter')
  expect(person.effects).toEqual([{ do: 'open-address', url: address().url }])
  expect(person.press('z').talk.composer.text).toBe('z')
})

test('an address that was just shown is not answered', () => {
  expect(new Person(model([address()])).wait(100).happen(pressed('y')).answers).toEqual([])
})

test('a form is filled in and sent', () => {
  const person = new Person(model([form()])).press('A', 'd', 'a', 'enter')
  person.press('backspace', '8', 'enter')
  // Red, by the key that is next; Green, by the one below.
  person.press('right', 'right', 'enter')
  person.press(' ', 'down', 'down', ' ', 'tab')
  person.press('y', 'enter')
  expect(person.answers).toEqual([
    { is: 'form', content: { name: 'Ada', age: 8, colour: 'g', pets: ['cat', 'eel'], isSure: true } },
  ])
})

test('what is wrong is said where it is, and the cursor goes to the first of it', () => {
  const person = new Person(model([form()])).press('tab', 'ctrl+u', 'x', 'tab', 'tab', 'tab', 'tab', 'enter')
  expect(person.answers).toEqual([])
  expect(person.form.at).toBe(0)
  expect(person.form.faults.map(fault => fault.split(':')[0])).toEqual(['/name', '/isSure', '/age'])
})

test('what was wrong with a field is forgotten when it changes', () => {
  const person = new Person(model([form({ at: 5 })])).press('enter')
  expect(person.form.faults).toHaveLength(2)
  expect(person.press('left', 'A').form.faults).toEqual(['/isSure: expected a value, found none'])
})

test('what a form says is shown whole by a key that writes nothing', () => {
  const person = new Person(model([form()])).press('page-down')
  expect(person.model.page).toMatchObject({ is: 'changes', questionId: 'f1' })
  expect(person.press('enter', 'a', 'escape').answers).toEqual([])
  expect(person.model.page).toBeUndefined()
  expect(person.form.fields[0]?.text).toBe('')
})

test('defaults stand in their fields, and what is left empty is left out', () => {
  const person = new Person(model([form()]))
  expect(person.form.fields.map(({ text }) => text)).toEqual(['', '7', '', '', ''])
  person.press('A', 'tab', 'ctrl+u', 'tab', 'tab', 'tab', 'n', 'enter')
  expect(person.answers).toEqual([{ is: 'form', content: { name: 'A', isSure: false } }])
})

test('choices: up and down stay inside of one until its ends', () => {
  const person = new Person(model([form({ at: 3 })])).press('down', 'down')
  expect(person.form).toMatchObject({ at: 3, choice: 2 })
  person.press('down')
  expect(person.form.at).toBe(4)
  person.press('up')
  expect(person.form).toMatchObject({ at: 3, choice: 2 })
  person.press(' ', ' ', 'left', ' ')
  expect(person.form.fields[3]?.chosen).toEqual(['dog'])
})

test('Enter on a choice where nothing is chosen chooses, and goes on', () => {
  const person = new Person(model([form({ at: 2 })])).press('down', 'enter')
  expect(person.form).toMatchObject({ at: 3 })
  expect(person.form.fields[2]?.chosen).toEqual(['g'])
})

test('the buttons: one sends, one declines, and Esc dismisses', () => {
  expect(new Person(model([form({ at: 6 })])).press('enter').answers).toEqual([{ is: 'declined' }])
  expect(new Person(model([form()])).press('escape').answers).toEqual([{ is: 'dismissed' }])
  const person = new Person(model([form()])).press('A', ...Array.from({ length: 4 }, () => 'tab'), 'n', 'tab')
  expect(person.form.at).toBe(5)
  expect(person.press('enter').answers).toHaveLength(1)
})

test('Tab behind the last button, or before the first field, goes where one writes', () => {
  const end = new Person(model([form({ at: 6 })])).press('tab')
  expect(end.talk.attention).toBe('composer')
  expect(end.press('tab').form.at).toBe(0)
  expect(end.talk.attention).toBe('question')
  expect(end.press('shift+tab').talk.attention).toBe('composer')
  expect(end.press('shift+tab').wasTaken).toBe(false)
})

test('text is edited in its field', () => {
  const person = new Person(model([form()]))
    .paste('two\nwords')
    .press('home', 'delete', 'T', 'end', 'left', 'z')
  expect(person.form.fields[0]?.text).toBe('Two wordzs')
  person.press('ctrl+u')
  expect(person.form.fields[0]?.text).toBe('s')
  person.press('👩‍👩‍👧', 'left', 'right', 'backspace')
  expect(person.form.fields[0]?.text).toBe('s')
})

test('a form does not hear what was typed before it could be read', () => {
  const person = new Person(model([form()])).wait(10).happen(pressed('x')).wait(10).happen(pressed('enter'))
  expect(person.talk.composer.text).toBe('x')
  expect(person.form.fields[0]?.text).toBe('')
})

test('what is typed takes the place of what the agent suggests, and goes on with what somebody touched', () => {
  const suggesting = () => new Person(model([form({ at: 1 })]))
  const textOf = ({ question }: Person) => (question?.is === 'form' ? question.fields[1]?.text : undefined)
  expect(textOf(suggesting())).toBe('7')
  expect(textOf(suggesting().press('4', '2'))).toBe('42')
  expect(textOf(suggesting().press('left', '4'))).toBe('47')
  expect(textOf(suggesting().press('backspace', '8', '9'))).toBe('89')
})
