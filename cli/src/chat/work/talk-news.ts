/** What is new in one conversation, told in order and not too often: updates are gathered, everything else waits for none. */

import type { Session } from '@parley/acp/client'
import { cutCharacters } from '@parley/acp/guard'
import type { Version } from '@parley/acp/protocol'
import type { ThreadUpdate } from '@parley/acp/thread'
import type { TalkNews } from '../event.js'
import type { Facts, TalkKey } from '../model/talk.js'
import type { Tell } from './hands.js'

const PAUSE_MILLISECONDS = 8
const MOST_UPDATES = 256
const MOST_ITEMS = 1_000
const MOST_NAME = 500
const MOST_TEXT = 4_000

type Known = readonly unknown[]

export class TalkNewsDesk {
  readonly #talk: TalkKey
  readonly #tell: Tell
  #updates: ThreadUpdate[] = []
  #timer: NodeJS.Timeout | undefined
  #session: Session<Version> | undefined
  #title: string | undefined
  #known: Known = []
  #isClosed = false

  constructor(talk: TalkKey, tell: Tell) {
    this.#talk = talk
    this.#tell = tell
  }

  /** Whose facts are told when they change; those it has now are known. It may have had a title before. */
  watch(session: Session<Version>, title?: string): Facts {
    this.#session = session
    this.#known = stateOf(session)
    this.#title = title
    return this.#toFacts(session)
  }

  update(update: ThreadUpdate): void {
    this.#updates.push(update)
    if (this.#updates.length >= MOST_UPDATES) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), PAUSE_MILLISECONDS)
  }

  /** Behind every update that came before. */
  tell(news: TalkNews): void {
    this.flush()
    this.#pass(news)
  }

  say(kind: Extract<TalkNews, { is: 'said' }>['kind'], text: string): void {
    this.tell({ is: 'said', kind, text })
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const updates = this.#updates
    if (updates.length > 0) {
      this.#updates = []
      this.#pass({ is: 'updates', updates })
    }
    this.#tellFacts()
  }

  /** Nothing more is told. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#updates = []
  }

  #tellFacts(): void {
    if (this.#session === undefined) return
    const state = stateOf(this.#session)
    if (state.every((each, index) => each === this.#known[index])) return
    this.#known = state
    this.#pass({ is: 'facts', facts: this.#toFacts(this.#session) })
  }

  #toFacts(session: Session<Version>): Facts {
    const facts = toFacts(session)
    return { ...facts, title: facts.title ?? this.#title }
  }

  #pass(news: TalkNews): void {
    if (!this.#isClosed) this.#tell({ type: 'talk', talk: this.#talk, news })
  }
}

/** What is another thing when the facts are. Modes are made anew at every look, so their words stand for them. */
function stateOf({ title, mode, options, commands, usage, modes }: Session<Version>): Known {
  return [title, mode, options, commands, usage, modes.map(({ id, name }) => `${id}\0${name}`).join('\0')]
}

/** Bounded, but as the agent wrote it: it is cleaned where it is drawn. */
function toFacts(session: Session<Version>): Facts {
  const { title, modes, mode, options, commands, usage } = session
  return {
    title: cut(title, MOST_NAME),
    modes: modes.slice(0, MOST_ITEMS).map(each => ({
      ...each,
      name: cutCharacters(each.name, MOST_NAME),
      description: cut(each.description, MOST_TEXT),
    })),
    mode,
    options: options.slice(0, MOST_ITEMS).map(each => ({
      ...each,
      name: cutCharacters(each.name, MOST_NAME),
      description: cut(each.description, MOST_TEXT),
      choices: each.choices.slice(0, MOST_ITEMS),
    })),
    commands: commands
      .slice(0, MOST_ITEMS)
      .filter(isCallable)
      .map(({ name, description, hint }) => ({
        name: cutCharacters(name, MOST_NAME),
        description: cutCharacters(description, MOST_TEXT),
        hint: cut(hint, MOST_NAME),
      })),
    usage,
  }
}

/** A name with blanks or signs in it would put more into a prompt than anybody sees. */
const isCallable = ({ name }: Facts['commands'][number]): boolean =>
  /^\/{0,2}[^\s\p{C}/@#!"][^\s\p{C}@#"]{0,99}$/u.test(name)

const cut = (text: string | undefined, length: number): string | undefined =>
  text === undefined ? undefined : cutCharacters(text, length)
