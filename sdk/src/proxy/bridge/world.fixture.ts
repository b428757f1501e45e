/** A bridge between two sides that say anything in any order: every effect is carried out, and judged on its way. */

import type { CallNumber, Effect, ErrorObject, Interpreter, RelayEvent } from '../../jsonrpc/index.js'
import type { MethodRow } from '../../schema/index.js'
import { loadSubjects } from '../../schema/oracle.fixture.js'
import { Sampler } from '../../schema/sampler.fixture.js'
import { otherSide, type Side } from '../sides.js'
import type { Age, Ages } from './passage.js'
import { findFlaw } from './words/crossing.fixture.js'

const subjects = await loadSubjects()
const subjectOf = (age: Age) => {
  const found = subjects.find(({ name }) => name === (age === 'old' ? 'v1-unstable' : 'v2-unstable'))
  if (found === undefined) throw new Error('there is no such contract')
  return found
}

/** What the types of a method are called, without `Request` and `Response`. */
const types: Readonly<Record<Age, Readonly<Record<string, string>>>> = {
  old: {
    authenticate: 'Authenticate',
    'session/new': 'NewSession',
    'session/load': 'LoadSession',
    'session/resume': 'ResumeSession',
    'session/fork': 'ForkSession',
    'session/list': 'ListSessions',
    'session/close': 'CloseSession',
    'session/delete': 'DeleteSession',
    'session/status': 'SessionStatus',
    'session/prompt': 'Prompt',
    'session/set_mode': 'SetSessionMode',
    'session/set_config_option': 'SetSessionConfigOption',
    'session/request_permission': 'RequestPermission',
    'elicitation/create': 'CreateElicitation',
    'fs/read_text_file': 'ReadTextFile',
  },
  new: {
    'auth/login': 'LoginAuth',
    'session/new': 'NewSession',
    'session/resume': 'ResumeSession',
    'session/fork': 'ForkSession',
    'session/list': 'ListSessions',
    'session/close': 'CloseSession',
    'session/delete': 'DeleteSession',
    'session/status': 'SessionStatus',
    'session/prompt': 'Prompt',
    'session/set_config_option': 'SetSessionConfigOption',
    'session/request_permission': 'RequestPermission',
    'elicitation/create': 'CreateElicitation',
    'tool_call/cancel': 'CancelToolCall',
  },
}
const toClient = new Set(['session/request_permission', 'elicitation/create', 'fs/read_text_file'])
const updates: Readonly<Record<Age, string>> = {
  old: 'SessionNotification',
  new: 'UpdateSessionNotification',
}

/** Everything valid that can be said in one version. */
class Vocabulary {
  readonly #age: Age
  readonly #sampler: Sampler
  readonly #rows: readonly MethodRow[]
  readonly #valid = new Map<string, readonly unknown[]>()

  constructor(age: Age) {
    const { definitions, methods } = subjectOf(age)
    this.#age = age
    this.#sampler = new Sampler(definitions)
    this.#rows = methods
  }

  methodsTo(side: Side): readonly string[] {
    const names = Object.keys(types[this.#age])
    return names.filter(name => toClient.has(name) === (side === 'client'))
  }

  rowOf(method: string, to: Side, kind: MethodRow['kind']): MethodRow | undefined {
    return this.#rows.find(
      row => row.name === method && row.kind === kind && (row.to === to || row.to === 'both'),
    )
  }

  params(method: string, to: Side): readonly unknown[] {
    const row = this.rowOf(method, to, 'request')
    return this.#samples(`${types[this.#age][method]}Request`, row?.params)
  }

  results(method: string, to: Side): readonly unknown[] {
    const row = this.rowOf(method, to, 'request')
    return this.#samples(`${types[this.#age][method]}Response`, row?.result)
  }

  updates(): readonly unknown[] {
    return this.#samples(updates[this.#age], this.rowOf('session/update', 'client', 'notification')?.params)
  }

  #samples(type: string, shape: MethodRow['params'] | undefined): readonly unknown[] {
    const known = this.#valid.get(type)
    if (known !== undefined) return known
    const made = this.#sampler
      .of(type)
      .map(withAddresses)
      .filter(value => shape === undefined || findFlaw(value, shape) === undefined)
    const valid = made.length > 0 ? made : [{}]
    this.#valid.set(type, valid)
    return valid
  }
}

/** Version 1 does not say what an address is; one that is none is for the agent to refuse. */
function withAddresses(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withAddresses)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) =>
      key === 'url' || key === 'baseUrl' ? [key, 'https://example.com/'] : [key, withAddresses(each)],
    ),
  )
}

export const vocabularies: Readonly<Record<Age, Vocabulary>> = {
  old: new Vocabulary('old'),
  new: new Vocabulary('new'),
}

interface Asked<Tag> {
  readonly tag: Tag
  readonly to: Side
  readonly method: string
}

interface Called {
  readonly from: Side
  readonly method: string
  answers: number
}

export class World<State, Tag> {
  readonly calls = new Map<CallNumber, Called>()
  readonly flaws: string[] = []
  asked: Asked<Tag>[] = []
  alarms: Tag[] = []
  #state: State
  readonly #interpreter: Interpreter<State, Side, Tag>
  readonly #ages: Ages

  constructor(interpreter: Interpreter<State, Side, Tag>, ages: Ages) {
    this.#interpreter = interpreter
    this.#state = interpreter.start
    this.#ages = ages
  }

  request(from: Side, method: string, params: unknown): void {
    const call = this.calls.size + 1
    this.calls.set(call, { from, method, answers: 0 })
    this.take({ kind: 'request', from, call, method, params })
  }

  answer(index: number, outcome: { result: unknown } | { error: ErrorObject }): void {
    const [asked] = this.asked.splice(index % Math.max(1, this.asked.length), 1)
    if (asked === undefined) return
    const { tag, to: from } = asked
    this.take(
      'error' in outcome
        ? { kind: 'refusal', from, tag, ...outcome }
        : { kind: 'answer', from, tag, ...outcome },
    )
  }

  take(event: RelayEvent<Side, Tag>): void {
    const { state, effects } = this.#interpreter.step(this.#state, event)
    this.#state = state
    for (const effect of effects) this.#carryOut(effect)
  }

  get owed(): readonly CallNumber[] {
    return [...this.calls].flatMap(([call, { answers }]) => (answers === 0 ? [call] : []))
  }

  #carryOut(effect: Effect<Side, Tag>): void {
    switch (effect.kind) {
      case 'ask':
        this.asked.push(effect)
        return this.#judge(effect, 'request')
      case 'tell':
        return this.#judge(effect, 'notification')
      case 'answer':
      case 'refuse':
        return this.#settle(effect)
      case 'alarm':
        this.alarms.push(effect.tag)
    }
  }

  #judge(
    { to, method, params }: { to: Side; method: string; params: unknown },
    kind: MethodRow['kind'],
  ): void {
    if (method.startsWith('_')) return
    const row = vocabularies[this.#ages[to]].rowOf(method, to, kind)
    if (row === undefined) return void this.flaws.push(`the ${to} does not know ${method}`)
    const flaw = findFlaw(params, row.params)
    if (flaw !== undefined) this.flaws.push(`${method} to the ${to}: ${flaw}`)
  }

  #settle(effect: Extract<Effect<Side, Tag>, { kind: 'answer' | 'refuse' }>): void {
    const called = this.calls.get(effect.call)
    if (called === undefined) return void this.flaws.push(`an answer to no call: ${effect.call}`)
    called.answers++
    if (called.answers > 1) this.flaws.push(`${called.method} was answered twice`)
    if (effect.kind === 'refuse') return
    const to = otherSide(called.from)
    const row = vocabularies[this.#ages[called.from]].rowOf(called.method, to, 'request')
    const flaw = row?.result === undefined ? undefined : findFlaw(effect.result, row.result)
    if (flaw !== undefined) this.flaws.push(`the answer to ${called.method}: ${flaw}`)
  }
}
