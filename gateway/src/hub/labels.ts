/**
 * What people call sessions, and which of them they have put away, where their agents have no words for that. One small file:
 * what a list shows of many sessions must not be looked for in the log of each.
 */

import { boundedLine } from '@parley/acp/guard'
import { readOwnFile, replaceOwnFile } from '../config/own-file.js'
import { type Fields, fieldOf, fieldsOf } from './fields.js'

export interface Label {
  readonly title?: string | undefined
  readonly isArchived?: boolean | undefined
  /** Of a fork: what it is called for as long as its own name is still that of the other one. */
  readonly fork?: { readonly of: string; readonly title: string } | undefined
}

/** What becomes another; null takes a name away. */
export interface LabelChange {
  readonly title?: string | null | undefined
  readonly isArchived?: boolean | undefined
  readonly fork?: Label['fork']
}

const EDITION = 1
const MOST_LABELS = 10_000
const MOST_TITLE = 200
const FORK = ' (fork)'
const NONE: Label = {}

export class Labels {
  readonly #path: string | undefined
  /** By the keys of their sessions, those that were changed last at the end. */
  readonly #all: Map<string, Label>
  #writing: Promise<void> = Promise.resolve()

  /** Without a file they last as long as this does. Throws where the file is not its user's own. */
  constructor(path?: string) {
    this.#path = path
    this.#all = new Map(path === undefined ? [] : entriesIn(readOwnFile(path) ?? ''))
  }

  of(key: string): Label {
    return this.#all.get(key) ?? NONE
  }

  /** Resolves with what is so from now on, when that lasts. */
  async change(key: string, { title, isArchived, fork }: LabelChange): Promise<Label> {
    const before = this.of(key)
    const label = toLabel({
      title: title === undefined ? before.title : title,
      isArchived: isArchived ?? before.isArchived,
      fork: fork ?? before.fork,
    })
    this.#all.delete(key)
    if (Object.keys(label).length > 0) this.#all.set(key, label)
    const [oldest] = this.#all.keys()
    if (this.#all.size > MOST_LABELS && oldest !== undefined) this.#all.delete(oldest)
    await this.#write()
    return label
  }

  /** The session is gone. */
  async forget(key: string): Promise<void> {
    if (this.#all.delete(key)) await this.#write()
  }

  /** One after the other: what is written last is the latest. */
  #write(): Promise<void> {
    const path = this.#path
    if (path === undefined) return Promise.resolve()
    const write = (): Promise<void> =>
      replaceOwnFile(path, `${JSON.stringify({ version: EDITION, labels: [...this.#all] })}\n`)
    const written = this.#writing.then(write)
    this.#writing = written.catch(() => {})
    return written
  }
}

/** What is wrong with the file costs names, and nothing else. */
function entriesIn(text: string): readonly (readonly [string, Label])[] {
  try {
    const labels = fieldOf(JSON.parse(text), 'labels')
    return (Array.isArray(labels) ? labels : []).flatMap(each => {
      const [key, label]: readonly unknown[] = Array.isArray(each) ? each : []
      return typeof key === 'string' ? [[key, toLabel(fieldsOf(label))] as const] : []
    })
  } catch {
    return []
  }
}

function toLabel({ title, isArchived, fork }: Fields): Label {
  const [name, of, forked] = [lineOf(title), lineOf(fieldOf(fork, 'of')), lineOf(fieldOf(fork, 'title'))]
  return {
    ...(name !== undefined && { title: name }),
    ...(isArchived === true && { isArchived }),
    ...(of !== undefined && forked !== undefined && { fork: { of, title: forked } }),
  }
}

/** Of a fork that has the name `of` still: called after the other, in words that fit into a label. */
export function forkOf(of: string, title = of): NonNullable<Label['fork']> {
  return { of, title: `${boundedLine(title, MOST_TITLE - FORK.length)}${FORK}` }
}

/** What people call it, where its agent calls it so; nothing where that is its name. */
export function nameFor({ title, fork }: Label, own: string | undefined): string | undefined {
  // Two of one name cannot be told apart; as soon as a fork has another of its own, that is it.
  return (
    title ?? (fork !== undefined && fork.of === lineOf(own?.slice(0, MOST_TITLE)) ? fork.title : undefined)
  )
}

function lineOf(value: unknown): string | undefined {
  const line = typeof value === 'string' ? boundedLine(value, MOST_TITLE).trim() : ''
  return line === '' ? undefined : line
}
