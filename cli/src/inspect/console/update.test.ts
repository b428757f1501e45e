/** The console as a value: what passes, what is held, what is sent; and that it can be drawn whatever is pressed. */

import { createOnlooker, type Entry, fieldsOf, loadFacts, type Onlooker } from '@parley/acp/inspect'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Input, KeyName } from '../../chat/screen/input.js'
import { atLeast } from '../../runs.fixture.js'
import { type Console, type ConsoleEffect, type ConsoleSettings, newConsole } from './model.js'
import { reusableOf } from './reusable.js'
import { EntryShelf } from './shelf.js'
import { update } from './update.js'
import { view } from './view.js'

let settings: ConsoleSettings
beforeAll(async () => {
  const facts = { 1: await loadFacts('v1-unstable'), 2: await loadFacts('v2-unstable') }
  settings = { facts, offered: 1, capabilities: undefined, cwd: '/work', profile: 'hold' }
})

class Desk {
  console: Console
  readonly #onlooker: Onlooker
  sent: unknown[] = []

  constructor(onlooker: Onlooker, more: Partial<ConsoleSettings> = {}) {
    this.#onlooker = onlooker
    this.console = newConsole('agent', onlooker, { ...settings, ...more })
  }

  pass(to: 'agent' | 'client', message: unknown): readonly ConsoleEffect[] {
    const entry: Entry = { at: 1, to, message, bytes: 10 }
    this.#onlooker.see(entry)
    return this.#go(
      update(this.console, { is: 'passed', entries: [entry], count: this.#onlooker.rows.length }),
    )
  }

  press(...words: readonly string[]): readonly ConsoleEffect[] {
    return words.flatMap(word => this.#go(update(this.console, { is: 'input', input: toInput(word) })))
  }

  #go({ console, effects }: ReturnType<typeof update>): readonly ConsoleEffect[] {
    this.console = console
    for (const effect of effects)
      if (effect.do === 'send' && effect.text.startsWith('{')) this.sent.push(JSON.parse(effect.text))
    return effects
  }
}

const NAMES = ['enter', 'tab', 'escape', 'backspace', 'up', 'down', 'left', 'right', 'page-down', 'delete']

function toInput(word: string): Input {
  const isControl = word.startsWith('ctrl+')
  const text = isControl ? word.slice(5) : word
  const name = (NAMES.includes(word) ? word : 'character') as KeyName
  return { type: 'key', key: { name, text, isControl, isAlt: false, isShift: false } }
}

const desk = async (more?: Partial<ConsoleSettings>): Promise<Desk> => new Desk(await createOnlooker(), more)
const permission = (id: unknown) => ({
  jsonrpc: '2.0',
  id,
  method: 'session/request_permission',
  params: {
    sessionId: 's',
    toolCall: { toolCallId: 't' },
    options: [
      { optionId: 'n', name: 'No', kind: 'reject_once' },
      { optionId: 'y', name: 'Yes', kind: 'allow_once' },
    ],
  },
})

test('a request is held until it is answered, and the answer carries its very id', async () => {
  const at = await desk()
  at.pass('client', permission('an id'))
  expect(at.console.held).toMatchObject([{ id: 'an id', method: 'session/request_permission' }])
  at.press('a', '2')
  const answer = { jsonrpc: '2.0', id: 'an id', result: { outcome: { outcome: 'selected', optionId: 'y' } } }
  expect(at.sent).toEqual([answer])
  at.pass('agent', answer)
  expect(at.console.held).toEqual([])
})

test('a request that the agent takes back is held no longer', async () => {
  const at = await desk()
  at.pass('client', permission(7))
  at.pass('client', { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 7 } })
  expect(at.console.held).toEqual([])
})

test('profiles answer by themselves, each method by its own', async () => {
  const outcomes = []
  for (const profile of ['allow', 'deny'] as const) {
    const at = await desk({ profile })
    at.pass('client', permission(1))
    at.pass('client', { jsonrpc: '2.0', id: 2, method: 'fs/read_text_file', params: {} })
    outcomes.push(at.sent)
  }
  const answered = (optionId: string) => ({ id: 1, result: { outcome: { optionId } } })
  expect(outcomes).toMatchObject([
    [answered('y'), { id: 2, error: { code: -32603 } }],
    [answered('n'), { id: 2, error: { code: -32603 } }],
  ])
  const at = await desk({ profile: 'sandbox' })
  expect(at.pass('client', { jsonrpc: '2.0', id: 2, method: 'terminal/create', params: {} })).toMatchObject([
    { do: 'carry-out', held: { method: 'terminal/create' } },
  ])
})

test('a session that was opened is filled in, and a prompt that waits is cancelled by its own word', async () => {
  const at = await desk()
  at.pass('agent', { jsonrpc: '2.0', id: 1, method: 'session/new', params: {} })
  at.pass('client', { jsonrpc: '2.0', id: 1, result: { sessionId: 'mine' } })
  at.press('c', ...'session/prompt', 'enter', 's')
  expect(at.sent).toEqual([
    { jsonrpc: '2.0', id: 1, method: 'session/prompt', params: { sessionId: 'mine', prompt: [] } },
  ])
  at.pass('agent', at.sent[0])
  at.press('x')
  expect(at.sent[1]).toEqual({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 'mine' } })
})

const UNCLEAN = /[\p{Cc}\u202e\u200b]/u
const EVIL = 'evil\u202e\u001b[2J\u200b\n'

/** Everything an agent can name in a question, badly named. */
const hostile = [
  {
    ...permission(EVIL),
    params: {
      sessionId: EVIL,
      [EVIL]: EVIL,
      toolCall: { toolCallId: EVIL, title: EVIL, rawInput: { [EVIL]: EVIL } },
      options: [{ optionId: EVIL, name: EVIL, kind: EVIL }],
    },
  },
  {
    jsonrpc: '2.0',
    id: 2,
    method: 'elicitation/create',
    params: {
      ...{ sessionId: 's', mode: 'form', message: EVIL },
      requestedSchema: { type: 'object', properties: { [EVIL]: { type: 'string', default: EVIL } } },
    },
  },
  { jsonrpc: '2.0', id: 3, method: `_${EVIL}`, params: { [EVIL]: EVIL } },
]

test('an answer that the question does not allow is told of before it is sent', async () => {
  const at = await desk()
  const properties = { age: { type: 'integer', minimum: 18, title: 'Your age' } }
  at.pass('client', {
    jsonrpc: '2.0',
    id: 1,
    method: 'elicitation/create',
    params: { sessionId: 's', mode: 'form', message: 'How old?', requestedSchema: { properties } },
  })
  at.press('a', 'enter')
  const { page } = at.console
  const place = page?.is === 'form' ? fieldsOf(page.form).findIndex(({ label }) => label === 'Your age') : -1
  at.press(...Array.from({ length: place }, () => 'down'), 'enter', '7', 'enter', 's')
  expect(at.sent).toEqual([])
  const seen = view(at.console, { columns: 100, rows: 30 }).lines.map(line =>
    line.map(({ text }) => text).join(''),
  )
  expect(seen.join('\n')).toContain('/content/age: expected whole number from 18')
  at.press('s')
  expect(at.sent).toEqual([{ jsonrpc: '2.0', id: 1, result: { action: 'accept', content: { age: 7 } } }])
})

test('whatever is pressed on whatever page, there is a clean picture that fits', {
  timeout: 60_000,
}, async () => {
  const onlooker = await createOnlooker()
  const keys = fc.constantFrom(...NAMES, ...'caiExPmKs+-0r/7 ', 'ctrl+s')
  const sizes = fc.record({
    columns: fc.integer({ min: 1, max: 140 }),
    rows: fc.integer({ min: 1, max: 50 }),
  })
  const scripts = fc
    .tuple(fc.constantFrom('a', 'c', 'E', 'm'), fc.array(keys, { maxLength: 40 }))
    .map(([first, rest]) => [first, ...rest])
  fc.assert(
    fc.property(scripts, sizes, (script, size) => {
      const at = new Desk(onlooker)
      for (const message of hostile) at.pass('client', message)
      for (const word of script) {
        for (const effect of at.press(word))
          if (effect.do === 'reuse')
            at.console = update(at.console, {
              is: 'reused',
              what: { message: hostile[script.length % 3] },
            }).console
        const { lines, cursor } = view(at.console, size)
        expect(lines.length).toBeLessThanOrEqual(Math.max(size.rows, 3))
        expect(cursor?.row ?? 0).toBeLessThan(Math.max(size.rows, 6))
        const unclean = lines.flat().filter(({ text }) => UNCLEAN.test(text))
        expect(unclean).toEqual([])
      }
    }),
    { numRuns: atLeast(60) },
  )
})

test('every field of every question can be opened, and nothing of its name is obeyed', async () => {
  const walk = [0, 1, 2].flatMap(place => {
    const fields = Array.from({ length: 10 }, () => ['enter', 'escape', 'down', 'tab', 'tab']).flat()
    return ['a', ...Array.from({ length: place }, () => 'down'), 'enter', ...fields, 's', 'escape']
  })
  const at = await desk()
  for (const message of hostile) at.pass('client', message)
  const seen = new Set<string>()
  for (const word of walk) {
    at.press(word)
    if (at.console.page?.is === 'form') seen.add(at.console.page.form.part.method)
    const texts = view(at.console, { columns: 300, rows: 40 })
      .lines.flat()
      .map(({ text }) => text)
    expect(texts.filter(text => UNCLEAN.test(text))).toEqual([])
  }
  expect([...seen]).toEqual(hostile.map(({ method }) => method))
})

const textOf = (at: Desk, size: { columns: number; rows: number }): readonly string[] =>
  view(at.console, size).lines.map(line => line.map(({ text }) => text).join(''))
const SMALL = { columns: 80, rows: 24 }

test('in 80 columns one sees how to get at the keys, and in a form how to send it and leave', async () => {
  const at = await desk()
  for (const id of [1, 2]) at.pass('client', permission(id))
  expect(textOf(at, SMALL).at(-1)).toMatch(/2 held: a answers {2}K keys {2}c call .* 0 pending {2}hold$/)
  at.press('i')
  expect(textOf(at, SMALL).at(-1)).toMatch(/s send {2}Esc back {2}Enter fill in .*\S/)
})

test('what has no room is told of and can be scrolled to: in the queue, in a preview, in a text', async () => {
  const at = await desk()
  const params = Object.fromEntries(Array.from({ length: 50 }, (_, number) => [`field${number}`, number]))
  at.pass('client', { jsonrpc: '2.0', id: 1, method: '_mine/ask', params })
  at.press('a')
  expect(textOf(at, SMALL)[0]).toContain('1 request of the agent waits')
  const sees = (text: string): boolean => textOf(at, SMALL).some(line => line.includes(text))
  expect(sees('… 34 more lines')).toBe(true)
  expect(sees('field49')).toBe(false)
  at.press(...Array.from({ length: 5 }, () => 'page-down'))
  expect(sees('field49')).toBe(true)
  at.press('escape')

  at.console = update(at.console, {
    is: 'reused',
    what: { message: { jsonrpc: '2.0', method: '_mine/tell', params } },
  }).console
  at.press('tab')
  expect([sees('… 31 more lines'), sees('field49')]).toEqual([true, false])
  at.press(...Array.from({ length: 40 }, () => 'down'))
  expect([sees('field49'), sees('lines above')]).toEqual([true, true])
  at.press('r')
  expect([sees('more lines'), sees('field49:')]).toEqual([true, false])
  at.press(...Array.from({ length: 5 }, () => 'page-down'))
  expect(sees('field49:')).toBe(true)
})

test('the page of help tells that it goes on, and goes on to its end and back', async () => {
  const at = await desk()
  at.press('?')
  const [, ...first] = textOf(at, SMALL)
  expect(first.some(line => /… \d+ more lines/.test(line))).toBe(true)
  expect(first.some(line => line.trim() === 'Filter')).toBe(false)
  at.press(...Array.from({ length: 10 }, () => 'page-down'))
  expect(textOf(at, SMALL).some(line => /… \d+ lines above/.test(line))).toBe(true)
  at.press(...Array.from({ length: 4 }, () => 'page-down'), ...Array.from({ length: 4 }, () => 'page-up'))
  expect(textOf(at, SMALL).slice(1)).toEqual(first)
})

test('of what was no message its text is offered to be sent, and nothing of what only happened', async () => {
  const onlooker = await createOnlooker()
  const entries: readonly Entry[] = [
    { at: 0, event: 'started', detail: 'pid 1' },
    { at: 0, stderr: 'a word' },
    { at: 0, to: 'agent', noise: 'parse_error', text: 'half a line', bytes: 11 },
    { at: 0, to: 'agent', message: 'a text', bytes: 8 },
  ]
  const { rows } = onlooker
  for (const entry of entries) onlooker.see(entry)
  const found = entries.map((entry, place) => {
    const row = rows[place]
    return row && reusableOf(row, entry, rows)
  })
  expect(found).toEqual([undefined, undefined, { text: 'half a line' }, { message: 'a text' }])
  const at = await desk()
  at.console = update(at.console, { is: 'reused', what: found[2] }).console
  expect(at.press('enter')).toEqual([{ do: 'send', text: 'half a line' }])
})

test('who asks when a thousand wait is refused, not forgotten', async () => {
  const at = await desk()
  const entries = Array.from(
    { length: 1_001 },
    (_, id): Entry => ({ at: 0, to: 'client', message: permission(id), bytes: 1 }),
  )
  const { console, effects } = update(at.console, { is: 'passed', entries, count: 0 })
  expect([console.held.length, console.held[0]?.id]).toEqual([1_000, 0])
  expect(effects).toEqual([{ do: 'send', text: expect.stringMatching(/"id":1000,"error":/) }])
  expect(console.notice).toContain('1000 requests are held')
})

test('another profile is for what is asked from now on, and that is said', async () => {
  const at = await desk()
  at.press('P', 'right')
  expect(at.console.notice).toBeUndefined()
  at.press('left', 'escape')
  at.pass('client', permission(1))
  at.press('P', 'right')
  expect(at.console).toMatchObject({
    profile: 'allow',
    notice: expect.stringContaining('1 request that is held still'),
  })
})

test('messages are kept up to so many bytes, the last one always', () => {
  const shelf = new EntryShelf(100)
  const entry = (bytes: number): Entry => ({ at: 0, to: 'agent', message: {}, bytes })
  for (const bytes of [40, 40, 40, 500]) shelf.add(entry(bytes))
  expect([0, 1, 2, 3].map(place => shelf.at(place) !== undefined)).toEqual([false, false, false, true])
})
