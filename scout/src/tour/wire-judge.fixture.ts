/** Judges every message of a conversation twice, by our own strict reading and by the official SDK's, and says what occurred. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadContract, type Version } from '@parley/acp/protocol'
import { BAD, type MethodRow, Trail } from '@parley/acp/schema'

interface JsonSchema {
  readonly [keyword: string]: unknown
}
interface Validator {
  safeParse(value: unknown): { readonly success: boolean; readonly data?: unknown; readonly error?: unknown }
}
export interface Passed {
  /** As the agent sees it. */
  readonly direction: 'sent' | 'received'
  readonly message: Readonly<Record<string, unknown>>
}

interface Tagged {
  readonly type?: string
  readonly kind?: string
  readonly status?: string
  readonly priority?: string
  readonly format?: string
}
interface Block extends Tagged {
  readonly text?: string
  readonly resource?: object
  readonly annotations?: object
  readonly _meta?: object
}
/** What the tests look at of whatever is said; the judge has read it before. */
interface Told extends Tagged {
  readonly sessionUpdate?: string
  readonly update?: Told
  readonly content?: Block
  readonly toolCallId?: string
  readonly severity?: string
  readonly mode?: string
  readonly entries?: readonly Tagged[]
  readonly plan?: { readonly entries: readonly Tagged[] }
  readonly options?: readonly Tagged[]
  readonly configOptions?: readonly Tagged[]
  readonly requestedSchema?: { readonly properties: Readonly<Record<string, Tagged>> }
  readonly stopReason?: string
  readonly data?: string
}

/** The values of what a schema says is one of several, by their tag where they are objects. */
export function constantsOf(schema: JsonSchema | undefined, tag?: string): string[] {
  const variants = (schema?.oneOf ?? schema?.anyOf ?? []) as readonly JsonSchema[]
  return variants.flatMap(variant => {
    const properties = variant.properties as Readonly<Record<string, JsonSchema>> | undefined
    const constant = tag === undefined ? variant.const : properties?.[tag]?.const
    return typeof constant === 'string' ? [constant] : []
  })
}

export class WireJudge {
  readonly passed: Passed[] = []
  readonly definitions: Readonly<Record<string, JsonSchema>>
  readonly #validators: Readonly<Record<string, Validator | undefined>>
  readonly #rows: ReadonlyMap<string, MethodRow>

  private constructor(
    definitions: WireJudge['definitions'],
    validators: Readonly<Record<string, Validator | undefined>>,
    rows: readonly MethodRow[],
  ) {
    this.definitions = definitions
    this.#validators = validators
    this.#rows = new Map(rows.map(row => [row.name, row]))
  }

  static async of(version: Version): Promise<WireJudge> {
    const entry = dirname(createRequire(import.meta.url).resolve('@agentclientprotocol/sdk'))
    const root = entry.slice(0, entry.lastIndexOf('dist'))
    const schema = JSON.parse(readFileSync(join(root, `schema/v${version}/schema.json`), 'utf8'))
    // The exports map hides the generated validators, so they are imported by their place on disk.
    const place = pathToFileURL(join(root, `dist/v${version}/schema/zod.gen.js`)).href
    const contract = await loadContract(version, false)
    const rows = [...contract.methods, ...(await contract.loadElicitation())]
    return new WireJudge(schema.$defs, await import(place), rows)
  }

  /** For `tap`: notes a message as it passes the agent's end. */
  readonly watch = (direction: 'sent' | 'received', message: unknown): void => {
    this.passed.push({ direction, message: JSON.parse(JSON.stringify(message)) })
  }

  /** The params of every message of that method. */
  paramsOf(method: string): readonly Told[] {
    return this.passed.flatMap(({ message }) => (message.method === method ? [message.params as Told] : []))
  }

  get updates(): readonly Told[] {
    return this.paramsOf('session/update').flatMap(({ update }) => update ?? [])
  }

  /** What tool calls show. */
  get shown(): readonly Tagged[] {
    return this.updates.flatMap(({ toolCallId, content }) =>
      toolCallId === undefined || !Array.isArray(content) ? [] : (content as Tagged[]),
    )
  }

  /** The reasons for which turns ended, wherever the version says them. */
  get stopReasons(): readonly unknown[] {
    const results = this.passed.map(({ message }) => message.result as Told | undefined)
    return [...results, ...this.updates].flatMap(each => each?.stopReason ?? [])
  }

  /** Everything that either reader has against any message. */
  get flaws(): readonly string[] {
    const asked = new Map<string, string>()
    return this.passed.flatMap(({ direction, message }) => {
      const { id, method, params, result } = message
      if (typeof method === 'string') {
        if (id !== undefined) asked.set(`${direction} ${id}`, method)
        return this.#judge(method, 'params', params)
      }
      const answers = asked.get(`${direction === 'sent' ? 'received' : 'sent'} ${id}`)
      if (answers === undefined) return [`an answer to nothing: ${JSON.stringify(message)}`]
      return 'error' in message ? [] : this.#judge(answers, 'result', result)
    })
  }

  #judge(method: string, part: 'params' | 'result', value: unknown): string[] {
    const what = `${method} ${part} ${JSON.stringify(value)?.slice(0, 300)}`
    const shape = this.#rows.get(method)?.[part]
    const validator = this.#validators[`z${this.#typeOf(method, part)}`]
    if (shape === undefined || validator === undefined) return [`nobody can judge ${what}`]
    const trail = new Trail()
    const isRead = shape(value, trail) !== BAD && trail.flaws.length === 0
    const { success, data, error } = validator.safeParse(value)
    return [
      ...(isRead ? [] : [`${what}: ${JSON.stringify(trail.flaws)}`]),
      ...(success ? [] : [`${what}: ${error}`]),
      ...(success && !holds(data, value) ? [`${what}: the official SDK drops something`] : []),
    ]
  }

  #typeOf(method: string, part: 'params' | 'result'): string {
    const suffix = part === 'params' ? /(?:Request|Notification)$/ : /Response$/
    const found = Object.entries(this.definitions).find(
      ([name, schema]) => schema['x-method'] === method && suffix.test(name),
    )
    return found?.[0] ?? ''
  }
}

/** Whether everything of `part` is in `whole`. */
function holds(whole: unknown, part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return Object.is(whole, part)
  if (typeof whole !== 'object' || whole === null) return false
  return Object.entries(part).every(([key, value]) => holds((whole as Record<string, unknown>)[key], value))
}
