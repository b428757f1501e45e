/** The program is held to its table of keys: each does something where the table says so, and what is bound is in the table. */

import { expect, test } from 'vitest'
import type { ChatEvent } from '../event.js'
import { aModel, aPermission, keyOf, openTalk, Play } from '../model/model.fixture.js'
import type { Model } from '../model/model.js'
import type { AnswerOption } from '../model/question.js'
import type { Talk } from '../model/talk.js'
import { KEY_TABLE, type KeyRow, type Where } from '../pages/help/key-table.js'
import { COMMAND_KEYS } from './command-keys.js'
import { HOLDING_MILLISECONDS } from './held.js'

const text = (words: string) => ({ type: 'text', text: words }) as const
const OPTIONS: readonly AnswerOption[] = ['allow_once', 'allow_always', 'reject_once', 'reject_always'].map(
  kind => ({ id: kind, name: kind, kind }),
)

/** Two conversations, of which one has said, thought and done something. */
function aProgram(over: Partial<Talk> = {}): Play {
  const option = {
    ...{ id: 'model', name: 'Model', category: 'model', type: 'select', value: 'small' },
    choices: ['small', 'large'].map(value => ({ value, name: value })),
  } as const
  const talk = openTalk({ abilities: { ...openTalk().abilities, fork: true, steer: true }, record: 'r1' })
  const facts = { ...talk.facts, options: [option] }
  const talks = [{ ...talk, facts, ...over }, openTalk({ key: 'talk-2' })]
  const play = new Play(aModel({ talks, nextId: 10 }))
  for (const words of ['earlier', 'later']) {
    play
      .type(words)
      .press('enter')
      .news({ is: 'sent', content: [text(words)] })
    play.news({
      is: 'updates',
      updates: [
        { sessionUpdate: 'agent_thought_chunk', content: text('so') },
        {
          sessionUpdate: 'tool_call',
          toolCallId: words,
          title: 'Read it',
          kind: 'read',
          status: 'completed',
        },
        { sessionUpdate: 'agent_message_chunk', content: text(`heard ${words}\n\n${'line\n\n'.repeat(20)}`) },
      ],
    })
    play.news({ is: 'over', stopReason: 'end_turn', changed: ['/work/notes/a.txt'] })
  }
  return play
}

const working = (): Play =>
  aProgram()
    .type('go')
    .press('enter')
    .news({ is: 'sent', content: [text('go')] })
const waiting = (): Play => {
  const play = working()
  for (const words of ['one', 'two', 'three']) play.type(words).press('enter')
  return play
}
const asked = (): Play => {
  const changes = [{ path: '/work/notes/notes.md', oldText: 'a\n', newText: 'b\n' }]
  const question = aPermission({ options: OPTIONS, changes })
  return working().news({ is: 'asked', question }).wait(1_000)
}
const shut = (): Play =>
  aProgram()
    .news({
      is: 'sign-in',
      message: 'Who are you?',
      methods: Array.from({ length: 9 }, (_, index) => ({
        id: `${index}`,
        name: `${index}`,
        isTerminal: false,
      })),
    })
    .wait(1_000)
const reviewing = (): Play =>
  aProgram()
    .press('alt+r')
    .happen({
      type: 'changes',
      talk: 'talk-1',
      changes: ['a.txt', 'b.txt', 'c.txt'].map(name => ({
        path: `/work/notes/${name}`,
        oldText: 'a\nb\n',
        newText: 'a\nc\n',
      })),
    })
    .press('n', 'enter', 'c')
    .type('why')
    .press('enter')
const choosing = (): Play => {
  const recorded = ['x', 'y', 'z'].map(record => ({
    ...{ record, agent: 'scout', cwd: '/work/notes', title: record, updated: 1, turns: 1 },
  }))
  return aProgram()
    .press('ctrl+p')
    .happen({ type: 'recorded', query: '', talks: recorded, running: [] })
    .press('down', 'down')
}

/** Where the keys of a place are pressed. */
const PLACES: Readonly<Record<Where, () => Play>> = {
  writing: () => aProgram().type('one two'),
  working,
  question: asked,
  'sign-in': shut,
  conversation: aProgram,
  program: aProgram,
  'any page': choosing,
  browse: () => aProgram().press('page-up', 'alt+up', 'alt+up'),
  sessions: choosing,
  overview: () => aProgram().press('ctrl+s'),
  options: () => aProgram().press('ctrl+o'),
  queue: () => waiting().press('alt+q', 'home', 'down'),
  review: reviewing,
}

/** Where something else has to be so first. */
const FIRST: Readonly<Record<string, () => Play>> = {
  'writing @': aProgram,
  'writing /': aProgram,
  'writing !': aProgram,
  'writing #': aProgram,
  'writing tab': () => aProgram().type('/hel'),
  'writing up': aProgram,
  'writing down': () => aProgram().press('up', 'up'),
  'writing ctrl+e': () => aProgram().type('one two').press('ctrl+a'),
  'writing ctrl+k': () => aProgram().type('one two').press('ctrl+a'),
  'writing ctrl+y': () => aProgram().type('one two').press('ctrl+w'),
  'writing alt+Z': () => aProgram().type('one two').press('ctrl+w', 'alt+z'),
  'working enter': () => working().type('next'),
  'working alt+enter': () => working().type('next'),
  'sign-in escape': () => shut().press('1'),
  'any page q': () => aProgram().press('alt+q'),
  'browse home': () => aProgram().press('page-up'),
  'browse end': () => aProgram().press('page-up', 'page-up'),
  'browse down': () => aProgram().press('page-up', 'page-up'),
  'browse page-down': () => aProgram().press('page-up', 'page-up'),
  'browse alt+page-down': () => aProgram().press('page-up', 'alt+page-up', 'alt+page-up'),
  'overview 9': () =>
    new Play(
      aModel({ talks: Array.from({ length: 9 }, (_, at) => openTalk({ key: `talk-${at + 1}` })) }),
    ).press('ctrl+s'),
  'question 9': () =>
    working()
      .news({
        is: 'asked',
        question: aPermission({
          options: Array.from({ length: 9 }, (_, at) => ({
            id: `${at}`,
            name: `${at}`,
            kind: 'reject_once',
          })),
        }),
      })
      .wait(1_000),
}

const pressOf = (word: string): ChatEvent => ({ type: 'key', key: keyOf(word === 'space' ? ' ' : word) })

/** What is different, in words. Time is always. */
function difference(before: Model, after: Model): readonly string[] {
  const found: string[] = []
  if (before.page?.is !== after.page?.is)
    found.push(`${before.page?.is ?? 'conversation'} → ${after.page?.is ?? 'conversation'}`)
  else if (written(before.page) !== written(after.page)) found.push('the page changes')
  if (before.active !== after.active) found.push(`to ${after.active}`)
  if (before.talks.length !== after.talks.length) found.push('talks')
  if (after.remark !== undefined && before.remark !== after.remark) found.push(`“${after.remark.text}”`)
  for (const talk of after.talks) {
    const old = before.talks.find(({ key }) => key === talk.key)
    if (old !== undefined) found.push(...differenceOf(old, talk))
  }
  return found
}

const written = (page: unknown): string | undefined =>
  JSON.stringify(page, (_, value) => (value instanceof Set ? [...value] : value))

function differenceOf(before: Talk, { composer, ...talk }: Talk): readonly string[] {
  const names = Object.keys(talk).filter(name => Reflect.get(before, name) !== Reflect.get(talk, name))
  const old = before.composer
  const mark = `${composer.text.slice(0, composer.cursor)}|${composer.text.slice(composer.cursor)}`
  const isMoved = old.text !== composer.text || old.cursor !== composer.cursor
  return [
    ...(isMoved ? [mark.replaceAll('\n', '⏎')] : []),
    ...(old.completion?.kind !== composer.completion?.kind ? ['suggestions'] : []),
    ...((old.search === undefined) === (composer.search === undefined) ? [] : ['search']),
    ...names,
  ]
}

function outcome({ where }: KeyRow, keys: string): string {
  const play = (FIRST[`${where} ${keys}`] ?? PLACES[where])()
  play.done()
  const before = play.model
  for (const each of keys.split(' ')) play.happen(pressOf(each))
  // A letter answers when no other follows.
  if (play.model.held !== undefined) play.wait(HOLDING_MILLISECONDS)
  return [...difference(before, play.model), ...play.done().map(effect => `do ${effect.do}`)].join(', ')
}

const outcomes = KEY_TABLE.flatMap(row => row.keys.map(keys => `${row.where} ${keys}: ${outcome(row, keys)}`))

test('every key of the table does something where the table says so', () => {
  expect(outcomes.filter(line => line.endsWith(': '))).toEqual([])
})

test('and it is this', () => {
  expect(outcomes.join('\n')).toMatchInlineSnapshot(`
    "writing enter: |, turn, do prompt
    writing shift+enter: one two⏎|
    writing ctrl+j: one two⏎|
    writing \\ enter: one two⏎|
    writing @: @|, suggestions, do suggest
    writing /: /|, suggestions
    writing !: !|
    writing #: #|, suggestions, do suggest
    writing tab: /help |, suggestions
    writing up: later|
    writing down: later|
    writing ctrl+r: search
    writing ctrl+g: do edit
    writing ctrl+a: |one two
    writing ctrl+e: one two|
    writing ctrl+u: |
    writing ctrl+k: |
    writing ctrl+w: one |
    writing ctrl+y: one two|
    writing ctrl+_: one |
    writing alt+z: one |
    writing alt+Z: one |
    working enter: |, queue
    working alt+enter: |, do steer
    working escape: go|, turn, do cancel
    working ctrl+c: go|, turn, do cancel
    working alt+q: conversation → queue
    question a: questions, attention, do answer
    question A: questions, attention, do answer
    question r: questions, attention, do answer
    question R: questions, attention, do answer
    question 1: questions, attention, do answer
    question 9: questions, attention, do answer
    question up: questions
    question down: questions
    question j: questions
    question k: questions
    question d: conversation → changes, questions
    question t: questions
    question tab: questions, attention
    question escape: questions, attention, do answer
    sign-in 1: stage, do sign-in
    sign-in 9: stage, do sign-in
    sign-in escape: do cancel
    conversation shift+tab: do set-mode
    conversation ctrl+o: conversation → options
    conversation ctrl+t: “Thoughts are shown from now on”, showsThoughts
    conversation alt+up: conversation → browse
    conversation alt+down: conversation → browse
    conversation page-up: conversation → browse
    conversation page-down: conversation → browse
    conversation alt+page-up: conversation → browse
    conversation alt+page-down: conversation → browse
    conversation ctrl+e: conversation → browse
    conversation alt+r: conversation → review, do compare
    conversation ctrl+x: conversation → review, do compare
    program ctrl+p: conversation → sessions, do list-recorded
    program ctrl+s: conversation → overview
    program alt+n: to talk-2
    program alt+p: to talk-2
    program ctrl+d: do quit
    program ctrl+c ctrl+c: “Ctrl+C once more leaves; Ctrl+D leaves the agents working”, do quit
    program ctrl+z: do suspend
    program ctrl+l: do redraw
    program f1: conversation → help
    program ?: conversation → help
    any page escape: sessions → conversation
    any page ctrl+c: sessions → conversation
    any page q: queue → conversation
    any page up: the page changes
    any page down: the page changes
    any page page-up: the page changes
    any page page-down: the page changes
    any page home: the page changes
    any page end: the page changes
    any page enter: sessions → conversation, to talk-10, talks, do start
    browse alt+up: the page changes
    browse alt+down: the page changes
    browse k: the page changes
    browse j: the page changes
    browse alt+page-up: the page changes
    browse alt+page-down: the page changes
    browse up: the page changes
    browse down: the page changes
    browse page-up: the page changes
    browse page-down: the page changes
    browse home: the page changes
    browse end: the page changes
    browse enter: the page changes
    browse space: the page changes
    browse ctrl+e: the page changes
    browse ctrl+t: “Thoughts are shown from now on”, showsThoughts
    browse /: the page changes
    sessions enter: sessions → conversation, to talk-10, talks, do start
    sessions alt+f: sessions → conversation, to talk-10, talks, do start
    overview 1: overview → conversation
    overview 9: overview → conversation, to talk-9
    overview n: overview → conversation, to talk-10, talks, do start
    overview x: the page changes, to talk-2, talks, do close
    options enter: the page changes
    queue enter: queue → conversation, two|, queue
    queue e: queue → conversation, two|, queue
    queue x: the page changes, queue
    queue delete: the page changes, queue
    queue s: queue → conversation, queue, turn, do cancel
    queue alt+up: the page changes, queue
    queue alt+down: the page changes, queue
    queue h: isHeld
    review enter: the page changes
    review c: the page changes
    review n: the page changes
    review p: the page changes
    review x: reviewComments
    review delete: reviewComments
    review s: review → conversation, turn, reviewComments, do prompt
    review u: the page changes"
  `)
})

const wordsAt = (...places: readonly Where[]): ReadonlySet<string> =>
  new Set(KEY_TABLE.filter(({ where }) => places.includes(where)).flatMap(({ keys }) => keys))

test('whatever is bound where the conversation is shown is in the table', () => {
  const known = wordsAt('writing', 'working', 'conversation', 'program', 'sign-in')
  const between = ['2', '3', '4', '5', '6', '7', '8']
  expect(COMMAND_KEYS.map(({ key }) => key).filter(key => !known.has(key) && !between.includes(key))).toEqual(
    [],
  )
})

test('the keys that people know from elsewhere are in the table', () => {
  const known = wordsAt('writing', 'working', 'conversation', 'program')
  const wanted = [
    ...['enter', 'shift+enter', 'ctrl+j', '\\ enter', 'alt+enter', 'escape', 'ctrl+c', 'ctrl+d', 'shift+tab'],
    ...['ctrl+o', 'ctrl+t', 'ctrl+e', 'ctrl+p', 'alt+n', 'alt+p', 'ctrl+r', 'alt+up', 'alt+down'],
    ...['alt+page-up', 'alt+page-down', '@', '/', '!', '#', 'ctrl+g', 'f1', '?'],
  ]
  expect(wanted.filter(key => !known.has(key))).toEqual([])
  const answers = wordsAt('question')
  expect(['a', 'A', 'r', 'R', '1', '9', 'd', 'escape'].filter(key => !answers.has(key))).toEqual([])
})
