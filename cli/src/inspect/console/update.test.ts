/** The console as a value: what passes, what is held, what is sent; and that it can be drawn whatever is pressed. */

import { createOnlooker, type Entry, fieldsOf, loadFacts, type Onlooker } from '@parley/acp/inspect'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Input, KeyName } from '../../chat/screen/input.js'
import { type Console, type ConsoleEffect, type ConsoleSettings, newConsole } from './model.js'
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
            at.console = update(at.console, { is: 'reused', message: hostile[script.length % 3] }).console
        const { lines, cursor } = view(at.console, size)
        expect(lines.length).toBeLessThanOrEqual(Math.max(size.rows, 3))
        expect(cursor?.row ?? 0).toBeLessThan(Math.max(size.rows, 6))
        const unclean = lines.flat().filter(({ text }) => UNCLEAN.test(text))
        expect(unclean).toEqual([])
      }
    }),
    { numRuns: 60 },
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

test('messages are kept up to so many bytes, the last one always', () => {
  const shelf = new EntryShelf(100)
  const entry = (bytes: number): Entry => ({ at: 0, to: 'agent', message: {}, bytes })
  for (const bytes of [40, 40, 40, 500]) shelf.add(entry(bytes))
  expect([0, 1, 2, 3].map(place => shelf.at(place) !== undefined)).toEqual([false, false, false, true])
})
