import { expect, test } from 'vitest'
import { aModel, aPermission, openTalk, Play } from '../model/model.fixture.js'
import type { Question } from '../model/question.js'
import type { Size } from '../screen/frame.js'
import { textOfLine } from '../screen/line.js'
import { view } from './view.js'

const RUN = aPermission({
  title: 'Run a program: rm -rf build',
  lines: ['  in /work/notes', '  with PATH=/bin'],
  action: 'terminal.exec',
  reason: 'Nothing allows it yet.',
})

function asked(size: Size, question: Question = RUN): Play {
  const play = new Play(
    aModel({
      size,
      talks: [
        openTalk({
          turn: { since: 0, slot: 0, isCancelling: false, submission: { text: '', files: [], talks: [] } },
        }),
      ],
    }),
  )
  return play.news({ is: 'asked', question }).wait(1_000)
}

const screen = ({ model }: Play): string => {
  const { live } = view(model, undefined)
  expect(live.length).toBeLessThanOrEqual(model.size.rows)
  return live.map(textOfLine).join('\n')
}

test.each([
  [20, 3],
  [20, 5],
  [30, 4],
  [80, 4],
  [80, 2],
])('a question that nobody can read in %i×%i is answered by no key', (columns, rows) => {
  const play = asked({ columns, rows })
  expect(screen(play)).toContain('make the window')
  play.done()
  for (const key of ['a', 'A', 'r', '1', '2', 'enter', 'y', 't']) play.wait(1_000).press(key)
  expect(play.talk.questions).toHaveLength(1)
  expect(play.done().filter(effect => effect.do === 'answer')).toEqual([])
})

test('what cannot be read is shown whole by d, answered in a larger window after a moment, or put away', () => {
  const size = { columns: 30, rows: 4 }
  const page = asked({ ...size, rows: 6 })
    .press('d')
    .wait(1_000)
  expect(page.model.page?.is).toBe('changes')
  page.press('a')
  expect(page.done()).toMatchObject([{ do: 'answer', answer: { is: 'option', optionId: 'yes' } }])
  const larger = asked(size)
  larger.happen({ type: 'resize', size: { columns: 80, rows: 24 } }).press('a')
  expect(larger.done()).toEqual([])
  larger.press('backspace').wait(1_000).press('a')
  expect(larger.done()).toMatchObject([{ do: 'answer', answer: { is: 'option', optionId: 'yes' } }])
  const away = asked(size).press('escape')
  expect(away.done()).toMatchObject([{ do: 'answer', answer: { is: 'dismissed' } }])
})

test.each([
  [80, 5],
  [80, 7],
  [40, 9],
])('in %i×%i borders and the status line go before what is asked', (columns, rows) => {
  const play = asked({ columns, rows })
  const drawn = screen(play)
  expect(drawn).toMatch(/\? Run a program: rm -rf build\n {2}in \/work\/notes\n {2}with PATH=\/bin\n/)
  expect(drawn).toMatch(/[ ›]*a /)
  expect(drawn).not.toContain('╭')
  play.press('a')
  expect(play.done()).toMatchObject([{ do: 'answer', answer: { is: 'option', optionId: 'yes' } }])
})

test('in a short window what is checked stays, and what the agent says of it goes', () => {
  const claim = aPermission({
    title: 'Tidy up',
    lines: ['  (in the agent’s words, which nobody checked)', '  “only tidying”', '  in /work/notes'],
    claimed: 2,
    changes: [{ path: '/work/notes/run.sh', oldText: 'one\n', newText: 'two\n' }],
  })
  const drawn = screen(asked({ columns: 60, rows: 10 }, claim))
  expect(drawn).toMatch(/in \/work\/notes\n {2}✎ run\.sh \+1 −1\n {4}1 − one\n {4}1 \+ two\n/)
  expect(drawn).not.toContain('tidying')
  const roomy = screen(asked({ columns: 60, rows: 24 }, claim))
  expect(roomy).toMatch(/two\n {2}\(in the agent’s words, which nobody checked\)\n {2}“only tidying”/)
})

test('what waits for the keys is reached by Tab also where something is written', () => {
  const play = new Play(aModel({ size: { columns: 40, rows: 9 } })).type('half a thought')
  play.news({ is: 'asked', question: RUN }).wait(1_000).press('tab').wait(1_000).press('a')
  expect(play.done()).toMatchObject([{ do: 'answer', answer: { is: 'option', optionId: 'yes' } }])
  expect(play.talk.composer.text).toBe('half a thought')
})

test('who goes to where one writes sees that, also where there is hardly any room', () => {
  const play = asked({ columns: 80, rows: 5 })
  expect(screen(play)).not.toContain('› ')
  expect(screen(play.press('tab'))).toContain('› Tab answers the question')
  const { live, cursor } = view(play.model, undefined)
  expect(cursor?.row).toBe(live.length - 1)
})
