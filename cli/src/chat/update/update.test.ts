import { entriesOf, lastMessage, textOf } from '@parley/acp/thread'
import { describe, expect, test } from 'vitest'
import { aModel, aPermission, NOW, openTalk, Play } from '../model/model.fixture.js'
import { newTalk } from '../model/new-talk.js'

const chunk = (text: string) =>
  ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }) as const
const over = (stopReason: string) => ({ is: 'over', stopReason, changed: [] }) as const

const toSubmission = (text: string) => ({ text, files: [], talks: [] })

/** With a turn that is with the agent. */
function busy(): Play {
  const play = new Play().type('first').press('enter')
  play.news({ is: 'sent', content: [{ type: 'text', text: 'first' }] }).done()
  return play
}

describe('sending', () => {
  test('Enter sends what was written, once, and empties the composer', () => {
    const play = new Play().type('hello').press('enter')
    expect(play.done()).toEqual([
      { do: 'prompt', talk: 'talk-1', submission: { text: 'hello', files: [], talks: [] } },
    ])
    expect(play.talk.composer.text).toBe('')
    expect(play.talk.turn).toMatchObject({ isCancelling: false })
    play.press('enter')
    expect(play.done()).toEqual([])
  })

  test('a prompt that is sent while the agent works waits, and goes when the turn is over', () => {
    const play = busy().type('second').press('enter')
    expect(play.done()).toEqual([])
    expect(play.talk.queue.map(({ text }) => text)).toEqual(['second'])
    play.news(over('end_turn'))
    expect(play.done()).toMatchObject([{ do: 'prompt', submission: { text: 'second' } }])
    expect(play.talk.queue).toEqual([])
  })

  test('prompts that were written before the agent was there are sent when it is', () => {
    const play = new Play(aModel({ talks: [newTalk({ key: 'talk-1', agent: 'scout', cwd: '/work/notes' })] }))
    play.type('early').press('enter')
    expect(play.done()).toEqual([])
    const { facts, abilities } = play.talk
    play.news({ is: 'opened', record: 'abc', isResumed: false, facts, abilities, history: [] })
    expect(play.done()).toMatchObject([{ do: 'opened' }, { do: 'prompt', submission: { text: 'early' } }])
  })

  test.each(['cancelled', 'refusal', 'error', 'max_tokens'])(
    'what waits is held after a turn that ended as %s',
    stopReason => {
      const play = busy().type('second').press('enter').news(over(stopReason))
      expect(play.done()).toEqual([])
      expect(play.talk).toMatchObject({ isHeld: true, queue: [{ text: 'second' }] })
      play.press('enter')
      expect(play.done()).toMatchObject([{ do: 'prompt', submission: { text: 'second' } }])
    },
  )

  test('Enter on nothing stops the turn for the prompt that waits first', () => {
    const play = busy().type('second').press('enter').press('enter')
    expect(play.done()).toEqual([{ do: 'cancel', talk: 'talk-1' }])
    play.news(over('cancelled'))
    expect(play.done()).toMatchObject([{ do: 'prompt', submission: { text: 'second' } }])
    expect(play.talk.composer.text).toBe('')
  })

  test('Alt+Enter tells an agent that can hear it while it works, and queues for one that cannot', () => {
    const deaf = busy().type('faster').press('alt+enter')
    expect(deaf.done()).toEqual([])
    expect(deaf.talk.queue).toHaveLength(1)
    const play = busy()
    const { abilities } = play.talk
    play.model = { ...play.model, talks: [{ ...play.talk, abilities: { ...abilities, steer: true } }] }
    play.type('faster').press('alt+enter')
    expect(play.done()).toMatchObject([{ do: 'steer', submission: { text: 'faster' } }])
  })

  test('a prompt that could not be sent comes back to where it was written', () => {
    const submission = { text: 'hello', files: [], talks: [] }
    const play = new Play().type('hello').press('enter')
    play.news({ is: 'unsent', message: 'too large', of: 'turn', submission })
    expect(play.talk.composer.text).toBe('hello')
    expect(play.talk.turn).toBeUndefined()
    expect(play.talk.asides).toMatchObject([{ kind: 'failure', text: 'too large' }])
  })

  test('what an agent did not hear while it worked comes back, and the turn goes on', () => {
    const play = busy().type('second').press('enter')
    const submission = { text: 'faster', files: [], talks: [] }
    play.news({ is: 'unsent', message: 'no answer', of: 'steer', submission })
    expect(play.talk.composer.text).toBe('faster')
    expect(play.talk.turn?.submission.text).toBe('first')
    expect(play.talk.queue).toHaveLength(1)
    expect(play.done()).toEqual([])
  })

  test('what is held stays held while something else is said', () => {
    const play = busy().type('second').press('enter').press('escape').news(over('cancelled'))
    play.press('ctrl+c').type('other').press('enter')
    expect(play.done()).toMatchObject([{ do: 'cancel' }, { do: 'prompt', submission: { text: 'other' } }])
    play.news(over('end_turn'))
    expect(play.done()).toEqual([])
    expect(play.talk).toMatchObject({ isHeld: true, queue: [{ text: 'second' }] })
  })

  test('what is written while the agent stops is sent as soon as it has', () => {
    const play = busy().type('second').press('enter').press('escape')
    play.press('ctrl+c').type('this instead').press('enter').done()
    play.news(over('cancelled'))
    expect(play.done()).toMatchObject([{ do: 'prompt', submission: { text: 'this instead' } }])
    expect(play.talk).toMatchObject({ isHeld: true, queue: [{ text: 'second' }] })
  })

  test('Esc stops also what was to make way for the next', () => {
    const play = busy().type('second').press('enter').press('enter').press('escape')
    play.done()
    play.news(over('cancelled'))
    expect(play.done()).toEqual([])
    expect(play.talk).toMatchObject({ isHeld: true, queue: [{ text: 'second' }] })
  })

  test('Alt+Enter says nothing to the agent that is not for it', () => {
    expect(busy().type('!rm x').press('alt+enter').done()).toEqual([
      { do: 'shell', talk: 'talk-1', command: 'rm x' },
    ])
  })

  test('what waited when the last one was left waits again, and is held', () => {
    const play = new Play().news({
      is: 'remembered',
      draft: 'half',
      queue: [toSubmission('later')],
      history: [],
    })
    expect(play.talk).toMatchObject({ isHeld: true, queue: [{ text: 'later' }] })
    expect(play.talk.composer.text).toBe('half')
    expect(play.done()).toEqual([])
  })

  test('a line of the shell that runs is stopped by Esc, and the turn before it', () => {
    const play = new Play().news({ is: 'shell', command: 'sleep 20', terminalId: 't9' })
    expect(play.press('escape').done()).toEqual([{ do: 'stop-shell', talk: 'talk-1' }])
    play.news({ is: 'said', kind: 'shell', text: '! sleep 20' }).news({ is: 'shell-over' })
    expect(play.talk.shell).toBeUndefined()
    const both = busy().news({ is: 'shell', command: 'sleep 20', terminalId: 't9' })
    expect(both.press('escape').done()).toEqual([{ do: 'cancel', talk: 'talk-1' }])
  })

  test('whoever leaves leaves a command of their own running, and Ctrl+C stops it first', () => {
    const running = () => new Play().news({ is: 'shell', command: 'sleep 20', terminalId: 't9' })
    expect(running().press('ctrl+d').done()).toEqual([{ do: 'detach' }])
    const play = running()
    expect(play.press('ctrl+c').done()).toEqual([{ do: 'stop-shell', talk: 'talk-1' }])
    expect(play.press('ctrl+c').done()).toEqual([{ do: 'quit', exitCode: 0 }])
    const two = new Play(aModel({ talks: [openTalk(), openTalk({ key: 'talk-2' })] }))
    two.news({ is: 'shell', command: 'sleep 20', terminalId: 't9' }).type('/close').press('enter', 'enter')
    expect(two.model.talks).toHaveLength(2)
    expect(two.model.remark?.text).toContain('Esc stops it')
    two.type('!ls').press('enter')
    expect(two.model.remark?.text).toContain('when the command before it is over')
  })

  test('a line that begins with ! is for the shell', () => {
    const play = new Play().type('!git status').press('enter')
    expect(play.done()).toEqual([{ do: 'shell', talk: 'talk-1', command: 'git status' }])
  })
})

describe('stopping', () => {
  test('Esc stops the turn, gives the prompt back, and marks what runs as cancelled', () => {
    const play = busy()
    play.news({
      is: 'updates',
      updates: [{ sessionUpdate: 'tool_call', toolCallId: 'one', title: 'Run', status: 'in_progress' }],
    })
    play.press('escape')
    expect(play.done()).toEqual([{ do: 'cancel', talk: 'talk-1' }])
    expect(play.talk.composer.text).toBe('first')
    expect(play.talk.turn?.isCancelling).toBe(true)
    expect(entriesOf(play.talk.thread)).toMatchObject([{}, { kind: 'tool_call', status: 'cancelled' }])
  })

  test('what is being written is not lost when a turn is stopped', () => {
    const play = busy().type('next').press('escape')
    expect(play.talk.composer.text).toBe('next')
  })

  test('Ctrl+C clears the line, then stops the turn, then leaves', () => {
    const play = busy().type('next').press('ctrl+c')
    expect(play.talk.composer.text).toBe('')
    expect(play.done()).toEqual([])
    play.press('ctrl+c')
    expect(play.done()).toEqual([{ do: 'cancel', talk: 'talk-1' }])
    play.press('ctrl+c')
    expect(play.done()).toEqual([{ do: 'quit', exitCode: 0 }])
  })

  test('Ctrl+C leaves only when it is pressed again soon', () => {
    const play = new Play().press('ctrl+c').wait(3_000).press('ctrl+c')
    expect(play.done()).toEqual([])
    play.press('ctrl+c')
    expect(play.done()).toEqual([{ do: 'quit', exitCode: 0 }])
  })

  test('whoever goes on writing does not leave', () => {
    const play = new Play().press('ctrl+c').type('x').press('backspace').press('ctrl+c')
    expect(play.done()).toEqual([])
  })
})

describe('keys', () => {
  test('Shift+Tab goes to the next mode', () => {
    expect(new Play().press('shift+tab').done()).toEqual([{ do: 'set-mode', talk: 'talk-1', mode: 'code' }])
  })

  test('Ctrl+D leaves the agents working, on an empty line alone', () => {
    expect(busy().press('ctrl+d').done()).toEqual([{ do: 'detach' }])
    // Where nobody works, there is nothing to leave behind.
    expect(new Play().press('ctrl+d').done()).toEqual([{ do: 'quit', exitCode: 0 }])
    expect(new Play().type('ab').press('home', 'ctrl+d').done()).toEqual([])
  })

  test('Ctrl+G hands the text to an editor', () => {
    const play = new Play().type('draft').press('ctrl+g')
    expect(play.done()).toEqual([{ do: 'edit', talk: 'talk-1', text: 'draft' }])
    expect(play.model.isLent).toBe(true)
    play.happen({ type: 'edited', talk: 'talk-1', text: 'better' })
    expect(play.model.isLent).toBe(false)
    expect(play.talk.composer.text).toBe('better')
  })

  test('Ctrl+G does the same while something is suggested, and gives away what is folded whole', () => {
    const long = 'x'.repeat(2_000)
    const play = new Play().happen({ type: 'paste', text: long }).type(' @a').press('ctrl+g')
    expect(play.talk.composer.completion).toBeDefined()
    expect(play.done()).toContainEqual({ do: 'edit', talk: 'talk-1', text: `${long} @a` })
    expect(play.model.isLent).toBe(true)
  })

  test('Ctrl+C keeps the comment that is being written, and leaves the page only then', () => {
    const changes = [{ path: '/work/notes/a', oldText: 'a\n', newText: 'b\n' }]
    const play = new Play().press('alt+r').happen({ type: 'changes', talk: 'talk-1', changes })
    play.press('enter', 'c').type('why?').press('ctrl+c')
    expect(play.model.page).toMatchObject({ is: 'review', input: undefined, draft: 'why?' })
    expect(play.press('ctrl+c').model.page).toBeUndefined()
  })

  test('Ctrl+C leaves a page that knows nothing of it', () => {
    const play = new Play().news({ is: 'asked', question: aPermission() }).wait(1_000).press('d')
    expect(play.model.page).toMatchObject({ is: 'changes' })
    expect(play.press('ctrl+c').model.page).toBeUndefined()
  })

  test.each([
    ['ctrl+o', 'options'],
    ['ctrl+p', 'sessions'],
    ['ctrl+s', 'overview'],
    ['ctrl+e', 'browse'],
    ['alt+up', 'browse'],
    ['page-up', 'browse'],
    ['alt+page-up', 'browse'],
    ['alt+q', 'queue'],
    ['alt+r', 'review'],
    ['f1', 'help'],
    ['?', 'help'],
  ])('%s opens the page of %s', (key, page) => {
    expect(new Play().press(key).model.page).toMatchObject({ is: page })
  })

  test('? is a character behind others', () => {
    const play = new Play().type('why?')
    expect(play.talk.composer.text).toBe('why?')
    expect(play.model.page).toBeUndefined()
  })

  test('Alt+N and Alt+P go from conversation to conversation', () => {
    const other = openTalk({ key: 'talk-2', hasNews: true })
    const play = new Play(aModel({ talks: [openTalk(), other] })).press('alt+n')
    expect(play.model.active).toBe('talk-2')
    expect(play.talk.hasNews).toBe(false)
    expect(play.press('alt+p').model.active).toBe('talk-1')
  })

  test('signing in lets go what was refused for it, and not what is held', () => {
    const play = new Play()
    play
      .news({ is: 'remembered', draft: '', queue: [toSubmission('held')], history: [] })
      .type('go')
      .press('enter')
    const refused = { text: 'go', files: [], talks: [] }
    const unsent = { is: 'unsent', message: 'no', of: 'turn', submission: refused, isWaiting: true } as const
    play.done()
    // Not at once: it would only be refused again.
    expect(play.news(unsent).done()).toEqual([])
    const methods = [{ id: 'key', name: 'A key', isTerminal: false }]
    play.news({ is: 'sign-in', message: 'Sign in first', methods })
    expect(play.talk.queue.map(({ text }) => text)).toEqual(['go', 'held'])
    play.wait(400).press('1').done()
    const { facts, abilities } = play.talk
    play.news({ is: 'opened', record: 'abc', isResumed: false, facts, abilities, history: [] })
    expect(play.done().filter(effect => effect.do === 'prompt')).toEqual([
      { do: 'prompt', talk: 'talk-1', submission: refused },
    ])
    play.news(over('end_turn'))
    expect(play.talk).toMatchObject({ isHeld: true, queue: [{ text: 'held' }] })
  })

  test('a number signs in, where a way to sign in is wanted', () => {
    const play = new Play()
    const methods = [{ id: 'key', name: 'A key', isTerminal: false }]
    play.news({ is: 'sign-in', message: 'Sign in first', methods })
    // Before it could be read a digit is text.
    expect(play.press('1').done()).toEqual([])
    expect(play.talk.composer.text).toBe('1')
    play.press('backspace').wait(400).press('2')
    expect(play.done()).toEqual([])
    expect(play.press('backspace', '1').done()).toEqual([{ do: 'sign-in', talk: 'talk-1', method: 'key' }])
    // Once is enough, and Esc calls it off.
    expect(play.press('1').done()).toEqual([])
    expect(play.press('escape').done()).toEqual([{ do: 'cancel', talk: 'talk-1' }])
  })
})

describe('commands of this program', () => {
  test('/fork says why it does not where nothing was said', () => {
    const play = new Play(
      aModel({ talks: [openTalk({ record: 'r', abilities: { ...openTalk().abilities, fork: true } })] }),
    )
    play.type('/fork').press('escape', 'enter')
    expect(play.model.talks).toHaveLength(1)
    expect(play.model.remark?.text).toContain('nothing was said here')
  })

  test('/restart starts the agent anew, gives the prompt back and leaves nobody waiting', () => {
    const play = busy().news({ is: 'asked', question: aPermission() })
    play.wait(400).press('tab').type('/restart').press('escape', 'enter')
    const effects = play.done()
    expect(effects.filter(effect => effect.do === 'start')).toEqual([
      { do: 'start', talk: 'talk-1', agent: 'scout', cwd: '/work/notes' },
    ])
    expect(effects.some(effect => effect.do === 'close')).toBe(false)
    expect(play.talk).toMatchObject({ stage: { is: 'starting' }, questions: [] })
    expect(play.talk.turn).toBeUndefined()
  })

  test('/close leaves one that works, or that somebody wrote prompts for', () => {
    const play = new Play(aModel({ talks: [openTalk(), openTalk({ key: 'talk-2' })] }))
    play.type('go').press('enter').type('/close').press('enter').press('enter')
    expect(play.model.talks).toHaveLength(2)
    expect(play.model.remark?.text).toContain('at work')
    play.news(over('end_turn')).type('/close').press('enter').press('enter')
    expect(play.model.talks).toHaveLength(1)
  })

  test('/model chooses by a part of a name that only one has', () => {
    const choices = ['opus', 'sonnet', 'sonnet-mini'].map(value => ({ value, name: value }))
    const option = { id: 'model', name: 'Model', category: 'model', type: 'select', value: 'opus', choices }
    const facts = { ...openTalk().facts, options: [option] }
    const at = (): Play => new Play(aModel({ talks: [openTalk({ facts })] }))
    const set = (value: string) => [{ do: 'set-option', talk: 'talk-1', option: 'model', value }]
    expect(at().type('/model mini').press('escape', 'enter').done()).toEqual(set('sonnet-mini'))
    expect(at().type('/model sonnet').press('escape', 'enter').done()).toEqual(set('sonnet'))
    const play = at().type('/model son').press('escape', 'enter')
    expect(play.done()).toEqual([])
    expect(play.model.remark?.text).toContain('several')
  })
})

describe('news', () => {
  test('questions that end with the turn are answered, and a reason that was being written is kept', () => {
    const play = busy().news({ is: 'asked', question: aPermission() })
    play.wait(400).press('t').type('not that file').news(over('end_turn'))
    expect(play.done()).toContainEqual({
      ...{ do: 'answer', talk: 'talk-1', questionId: 'question-1' },
      answer: { is: 'dismissed' },
    })
    expect(play.talk.composer.text).toBe('not that file')
  })

  test('who keeps things of a conversation is told its record', () => {
    const play = new Play()
    const { facts, abilities } = play.talk
    play.news({ is: 'opened', record: 'abc', isResumed: true, facts, abilities, history: [], cwd: '/srv' })
    expect(play.done()).toEqual([
      { do: 'opened', talk: 'talk-1', record: 'abc', cwd: '/srv', agent: 'scout' },
    ])
  })

  test('a terminal of another size is drawn for as it is', () => {
    const play = new Play().happen({ type: 'attached', size: { columns: 160, rows: 50 } })
    expect(play.model.size).toEqual({ columns: 160, rows: 50 })
  })

  test('updates make the conversation', () => {
    const play = busy().news({ is: 'updates', updates: [chunk('Hel'), chunk('lo')] })
    const said = lastMessage(play.talk.thread, 'agent')
    expect(said && textOf(said)).toBe('Hello')
  })

  test('an agent that is gone leaves what was said, and what waits is held', () => {
    const play = busy().type('second').press('enter')
    play.news({ is: 'failed', message: 'it exited with code 1', cure: 'See its log.' })
    expect(play.talk).toMatchObject({ stage: { is: 'failed' }, isHeld: true, queue: [{ text: 'second' }] })
    expect(play.talk.turn).toBeUndefined()
  })

  test('what happens elsewhere is marked as new', () => {
    const play = new Play(aModel({ talks: [openTalk(), openTalk({ key: 'talk-2' })] }))
    play.news(over('end_turn'), 'talk-2')
    expect(play.model.talks[1]?.hasNews).toBe(true)
  })

  test('a question in a conversation that was closed is dismissed', () => {
    const play = new Play().news({ is: 'asked', question: aPermission() }, 'talk-9')
    expect(play.done()).toEqual([
      { do: 'answer', talk: 'talk-9', questionId: 'question-1', answer: { is: 'dismissed' } },
    ])
  })
})

describe('a question', () => {
  test('hears again, after a moment, when what was written is gone', () => {
    const play = busy().news({ is: 'asked', question: aPermission() })
    play.wait(400).press('x', 'backspace')
    expect(play.talk.attention).toBe('question')
    expect(play.press('a').talk.composer.text).toBe('a')
    play.press('backspace').wait(400).press('a')
    expect(play.done().filter(effect => effect.do === 'answer')).toHaveLength(1)
  })

  test('that a terminal shows which has just come hears no key that was pressed before', () => {
    const play = busy().news({ is: 'asked', question: aPermission() }).wait(60_000)
    play.happen({ type: 'attached', size: { columns: 80, rows: 24 } }).press('a')
    expect(play.done().some(effect => effect.do === 'answer')).toBe(false)
    expect(play.talk.composer.text).toBe('a')
  })

  test('that was asked while another program had the terminal hears no key until it was seen for a moment', () => {
    const play = busy().press('ctrl+z')
    play.news({ is: 'asked', question: aPermission() }).wait(60_000)
    play.happen({ type: 'returned' }).press('a')
    expect(play.done().some(effect => effect.do === 'answer')).toBe(false)
  })
})

describe('telling who is elsewhere', () => {
  test('a question and the end of a long turn are told, and only when nobody looks', () => {
    const play = busy().happen({ type: 'focus', isFocused: false })
    play.news({ is: 'asked', question: aPermission() })
    expect(play.done()).toMatchObject([{ do: 'notify', body: 'needs you: Write notes.md' }])
    play.wait(10_000).news(over('end_turn'))
    expect(play.done()).toMatchObject([{ do: 'answer' }, { do: 'notify', body: 'is done' }])
    const here = busy().news({ is: 'asked', question: aPermission() })
    expect(here.done()).toEqual([])
  })
})

test('every change of what is being written is saved', () => {
  const play = new Play().type('ab').press('backspace')
  const saved = play.effects.flatMap(effect => (effect.do === 'save-draft' ? [effect.text] : []))
  expect(saved).toEqual(['a', 'ab', 'a'])
})

test('a command of this program is no draft, whether it is carried out or not', () => {
  const last = (play: Play): unknown => play.effects.filter(effect => effect.do === 'save-draft').at(-1)
  for (const command of ['/close', '/quit', '/new scout', '//mode'])
    expect([command, last(new Play().type(command))]).toMatchObject([command, { text: '' }])
  expect(last(new Play().type('/read a.md'))).toMatchObject({ text: '/read a.md' })
  const taken = new Play().news({
    is: 'facts',
    facts: { ...openTalk().facts, commands: [{ name: 'mode', description: '' }] },
  })
  expect(last(taken.type('/mode plan'))).toMatchObject({ text: '/mode plan' })
})

test('what waits is saved with it', () => {
  const play = busy()
  play.effects = []
  play.type('x @a.ts').press('enter', 'enter')
  const waiting = { text: 'x @a.ts', files: ['/work/notes/a.ts'], talks: [] }
  expect(play.effects.filter(effect => effect.do === 'save-draft').at(-1)).toEqual({
    ...{ do: 'save-draft', talk: 'talk-1' },
    ...{ text: '', queue: [waiting] },
  })
  const again = new Play().news({ is: 'remembered', draft: '', queue: [waiting], history: [] }).press('enter')
  expect(again.done()).toEqual([{ do: 'prompt', talk: 'talk-1', submission: waiting }])
})

test("what was given back is not somebody's change when its conversation opens: it stays that of the one it was written in", () => {
  const waiting = { text: 'wait', files: [], talks: [] }
  const play = new Play().news({ is: 'remembered', draft: 'half a', queue: [waiting], history: [] })
  expect(play.effects.filter(effect => effect.do === 'save-draft')).toMatchObject([{ isGivenBack: true }])
  play.effects = []
  const { facts, abilities } = openTalk()
  play.news({ is: 'opened', record: 'abc', isResumed: false, facts, abilities, history: [] })
  expect(play.effects.filter(effect => effect.do === 'save-draft')).toEqual([])
  expect(play.type(' thought').effects.filter(effect => effect.do === 'save-draft')).not.toEqual([])
})

test('a draft that comes after somebody began to write is the latest that can be called back, and is kept', () => {
  const play = new Play().news({ is: 'remembered', draft: '', queue: [], history: ['sent before'] })
  play.type('now')
  play.effects = []
  play.news({ is: 'remembered', draft: 'the long one', queue: [], history: [] })
  expect(play.talk.composer.text).toBe('now')
  expect(play.effects).toContainEqual({ do: 'remember', talk: 'talk-1', text: 'the long one' })
  expect(play.press('up').talk.composer.text).toBe('the long one')
  expect(play.press('up').talk.composer.text).toBe('sent before')
  // Whoever looks at something that was sent before still does.
  play.news({ is: 'remembered', draft: 'one more', queue: [], history: [] })
  expect(play.talk.composer.text).toBe('sent before')
  expect(play.press('down').talk.composer.text).toBe('the long one')
  expect(play.press('down').talk.composer.text).toBe('one more')
  expect(play.press('down').talk.composer.text).toBe('now')
})

test('time is that of the event, and what was said for a moment goes away', () => {
  const play = new Play().happen({ type: 'remark', text: 'saved', kind: 'info' })
  expect(play.model.now).toBe(NOW + 1)
  expect(play.model.remark?.text).toBe('saved')
  expect(play.wait(6_000).model.remark).toBeUndefined()
})

test('what is done again is called by its name', () => {
  const play = new Play()
  const undone = { type: 'undone', talk: 'talk-1', restored: ['/work/notes/a'], kept: [] } as const
  play.happen(undone).happen({ ...undone, isAgain: true })
  expect(play.talk.asides.map(({ text }) => text)).toEqual([
    'Put back: /work/notes/a',
    'Done again: /work/notes/a',
  ])
})
