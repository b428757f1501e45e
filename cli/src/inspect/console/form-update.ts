/** What each key does in a form: move, fill in, grow, shrink, look at it whole, send. */

import {
  addItem,
  asRaw,
  chooseVariant,
  type Field,
  type Form,
  fieldsOf,
  setField,
  setText,
  toParams,
} from '@parley/acp/inspect'
import type { Input } from '../../chat/screen/input.js'
import { wordOf } from '../../chat/screen/key-name.js'
import { EMPTY_LINE, editLine } from '../../chat/screen/text-line.js'
import { scrolledBy } from '../timeline/scroll.js'
import { drawValue } from './draw-value.js'
import { type Console, type Edit, type FormPage, type Move, sending, stay } from './model.js'

export function hearForm(console: Console, page: FormPage, input: Input): Move {
  const fields = fieldsOf(page.form)
  if (page.edit !== undefined) return hearEdit(console, { page, edit: page.edit, fields }, input)
  if (input.type !== 'key') return stay(console)
  const word = wordOf(input.key)
  const field = fields[page.cursor]
  const common = COMMON[word]
  if (common !== undefined) return common(console, page, fields)
  const press = field === undefined ? undefined : ON_FIELD[word]
  if (field === undefined || press === undefined) return stay(console)
  return stay({ ...console, page: press(page, field) })
}

type Common = (console: Console, page: FormPage, fields: readonly Field[]) => Move

const turned =
  (by: (page: FormPage) => Partial<FormPage>): Common =>
  (console, page) =>
    stay({ ...console, page: { ...page, ...by(page) } })

const moved =
  (by: number): Common =>
  (console, page, fields) => {
    if (page.isPreview) {
      const lines = drawValue(toParams(page.form).params).length
      const top = scrolledBy(page.top, by, { lines, height: console.timeline.height })
      return stay({ ...console, page: { ...page, top } })
    }
    const cursor = Math.min(Math.max(0, page.cursor + by), Math.max(0, fields.length - 1))
    return stay({ ...console, page: { ...page, cursor } })
  }

/** What is wrong is told first; who says it again means it. */
const send: Common = (console, page) => {
  const { params, faults } = toParams(page.form)
  if (faults.length > 0 && !page.isWarned)
    return stay({
      ...console,
      page: { ...page, isWarned: true },
      notice: 'The schema has something against this. Once more sends it all the same.',
    })
  return sending(console, page.purpose, params)
}

const toText: Common = (console, page) => {
  const text = JSON.stringify(asRaw(page.form).value) ?? ''
  const line = { text, cursor: text.length }
  return stay({ ...console, page: { is: 'raw', purpose: page.purpose, line, back: page, top: 0 } })
}

const COMMON: Readonly<Record<string, Common>> = {
  ...{ up: moved(-1), down: moved(1), 'page-up': moved(-10), 'page-down': moved(10) },
  tab: turned(({ isPreview }) => ({ isPreview: !isPreview, top: 0 })),
  escape: console => stay({ ...console, page: undefined }),
  r: toText,
  'ctrl+s': send,
  s: send,
}

type OnField = (page: FormPage, field: Field) => FormPage

const withForm = (page: FormPage, form: Form): FormPage => ({ ...page, form, isWarned: false })

const typed = (page: FormPage, field: Field): FormPage => {
  const draft = Object.hasOwn(page.form.drafts, field.id) ? page.form.drafts[field.id] : undefined
  const text = draft ?? textOf(field)
  return { ...page, edit: { id: field.id, line: { text, cursor: text.length }, isKey: false } }
}

/** What stands in a field, as it is typed. */
export function textOf({ kind, value }: Field): string {
  if (value === undefined) return ''
  if (typeof value !== 'string') return JSON.stringify(value)
  // A text that reads as something else needs its quotes.
  return kind === 'json' && isJson(value) ? JSON.stringify(value) : value
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const fill: OnField = (page, field) => {
  if (field.kind === 'list' || (field.kind === 'group' && field.value === undefined)) return grow(page, field)
  if (field.kind === 'map') return { ...page, edit: { id: field.id, line: EMPTY_LINE, isKey: true } }
  if (field.kind === 'boolean') return withForm(page, setField(page.form, field.path, field.value !== true))
  return field.kind === 'group' ? page : typed(page, field)
}

const grow: OnField = (page, field) =>
  field.kind === 'map' ? fill(page, field) : withForm(page, addItem(page.form, field.path))

const drop: OnField = (page, field) => withForm(page, setField(page.form, field.path, undefined))

/** The next of what can be chosen; a union takes the form of that name. */
const turn =
  (by: 1 | -1): OnField =>
  (page, field) => {
    const { choices, value, kind, path, id } = field
    if (kind === 'boolean') return fill(page, field)
    if (choices.length === 0) return page
    const at = choices.indexOf(typeof value === 'string' ? value : '')
    const next = choices[(Math.max(at, by === 1 ? -1 : 0) + by + choices.length) % choices.length] ?? ''
    const { form } = page
    return withForm(page, kind === 'union' ? chooseVariant(form, id, next) : setField(form, path, next))
  }

const ON_FIELD: Readonly<Record<string, OnField>> = {
  ...{ enter: fill, space: fill, '+': grow, '-': drop, delete: drop, backspace: drop },
  ...{ right: turn(1), left: turn(-1) },
  '0': (page, field) => (field.nullable ? withForm(page, setField(page.form, field.path, null)) : page),
}

interface Editing {
  readonly page: FormPage
  readonly edit: Edit
  readonly fields: readonly Field[]
}

function hearEdit(console: Console, { page, edit, fields }: Editing, input: Input): Move {
  const word = input.type === 'key' ? wordOf(input.key) : ''
  const left = { ...page, edit: undefined }
  if (word === 'escape') return stay({ ...console, page: left })
  if (word === 'enter') {
    const field = fields.find(({ id }) => id === edit.id)
    if (field === undefined) return stay({ ...console, page: left })
    const { text } = edit.line
    const form = edit.isKey ? addItem(page.form, field.path, text) : setText(page.form, field, text)
    return stay({ ...console, page: withForm(left, form) })
  }
  const line = editLine(edit.line, input)
  return line === undefined ? stay(console) : stay({ ...console, page: { ...page, edit: { ...edit, line } } })
}
