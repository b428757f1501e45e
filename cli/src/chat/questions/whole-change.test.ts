import { expect, test } from 'vitest'
import { permissionLines } from '../plain/question-text.js'
import { textOfLine } from '../screen/line.js'
import { drawChanges, drawQuestion } from './draw.js'
import { model, Person, permission, talk } from './question.fixture.js'

const asked = (oldText: string | undefined, newText: string, path = '/work/run.sh') =>
  permission({
    ...{ title: 'Edit', lines: [], action: 'fs.write', cwd: '/work' },
    changes: [{ path, ...(oldText !== undefined && { oldText }), newText }],
  })

type Asked = ReturnType<typeof asked>

const below = (question: Asked): string =>
  drawQuestion(talk({ questions: [question], attention: 'question' }), { columns: 80, rows: 24, now: 0 })
    .lines.map(textOfLine)
    .join('\n')

/** Everything that paging through the page of the change shows. */
function paged(question: Asked): string {
  const person = new Person(model([question])).press('d')
  const seen: string[] = []
  for (let last = -1; ; ) {
    const { page } = person.model
    if (page?.is !== 'changes' || page.top === last) return seen.join('\n')
    last = page.top
    seen.push(...drawChanges(page, person.model).lines.map(textOfLine))
    person.press('page-down')
  }
}

const lines = (count: number, word: string): string =>
  Array.from({ length: count }, (_, index) => `${word} ${index}\n`).join('')

test('a character that is no text hides no change, below or on the page, or where there is no screen', () => {
  const question = asked('echo one\n', 'rm -rf \0/\n')
  for (const shown of [below(question), paged(question), permissionLines(question).join('\n')]) {
    expect(shown).toMatch(/1 − echo one/)
    expect(shown).toMatch(/1 \+ rm -rf ·\//)
  }
  expect(below(question)).toContain('✎ run.sh +1 −1')
  expect(permissionLines(question).join('\n')).toContain('1 line added, 1 removed')
})

test('what is too different to be compared is gone as a whole and came as a whole, with its true counts', () => {
  const question = asked(lines(900, 'old'), lines(950, 'new'))
  expect(below(question)).toMatch(/✎ run\.sh \+950 −900\n {4} *1 − old 0\n/)
  const shown = paged(question)
  for (const part of ['900 − old 899', '  1 + new 0', '950 + new 949']) expect(shown).toContain(part)
})

test('neither rows nor the ends of long ones are left out on the page', () => {
  const many = paged(asked(undefined, `${lines(5_200, 'line')}rm -rf /\n`))
  expect(many).toContain('5201 + rm -rf /')
  const long = asked('', `${'x'.repeat(2_000)}; rm -rf /\n`)
  expect(paged(long).replace(/\n */g, '')).toContain('; rm -rf /')
  const one = below(asked('', `${'x'.repeat(2_000)}!\n`))
  expect(one).toContain('1 + xxxx')
  expect(one).toContain('the rest of this line')
})

test('without a screen all of a change is printed', () => {
  const shown = permissionLines(asked(undefined, lines(7_000, 'line'))).join('\n')
  expect(shown).toContain('7000 lines added')
  expect(shown).toContain('7000 + line 6999')
})

test('of a long path the end is seen, and on the page all of it', () => {
  const path = `/work/${'deep/'.repeat(60)}.ssh/authorized_keys`
  const question = asked(undefined, 'key\n', path)
  expect(below(question)).toContain('/.ssh/authorized_keys +1 −0')
  const page = drawChanges({ is: 'changes', questionId: 'p1', file: 1, top: 0 }, model([question]))
  expect(page.lines.map(textOfLine).join('\n').replace(/\n\s*/g, '')).toContain(path.slice('/work/'.length))
})

test('a change of two million characters is there soon', () => {
  const since = performance.now()
  const question = asked(lines(60_000, 'some words of before'), lines(60_000, 'some words of after'))
  expect(below(question)).toContain('+60000 −60000')
  new Person(model([question])).press('d', 'end')
  expect(performance.now() - since).toBeLessThan(8_000)
})
