/** The examples of the seed documents, each with its document and line, and what must be said before it makes sense. */
import { readFileSync } from 'node:fs'

export type DocumentName = '001' | '002' | '003' | '004'
export type Party = 'client' | 'agent'

export interface WireMessage {
  readonly jsonrpc: '2.0'
  readonly id?: number
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: unknown
}

export interface Said {
  readonly from: Party
  readonly message: WireMessage
}

/** What is shown as part of a conversation: a whole message, or a fragment set into the message it belongs to. */
export interface SpokenExample extends Said {
  readonly line: number
  readonly kind: 'message' | 'fragment'
  /** How it is written where that is not a block of JSON. */
  readonly written?: 'text' | 'inline' | 'python' | 'mermaid'
  /** Where in the message the fragment stands, as a JSON pointer. */
  readonly at?: string
  /** The method that a result or an error answers. */
  readonly answers?: string
  readonly before?: readonly Earlier[]
  /** The block as it stands, where it is no JSON. */
  readonly text?: string
  readonly wrongBecause?: string
}

/** What no party says to the other: how an agent is reached, or what a part of a message looks like. */
export interface SilentExample {
  readonly line: number
  readonly kind: 'config' | 'schema'
  readonly message: Readonly<Record<string, unknown>>
}

/** A scene by its name, an example by its line, or something said that is in no example. */
type Earlier = string | number | Said

interface SeedFile {
  readonly scenes: Readonly<Record<string, readonly Earlier[]>>
  readonly examples: readonly (SpokenExample | SilentExample)[]
}

const NAMES: readonly DocumentName[] = ['001', '002', '003', '004']

const files = new Map(
  NAMES.map(name => [
    name,
    JSON.parse(readFileSync(new URL(`./seed-${name}.json`, import.meta.url), 'utf8')) as SeedFile,
  ]),
)

export function examplesOf(name: DocumentName): readonly (SpokenExample | SilentExample)[] {
  return files.get(name)!.examples
}

export function isSpoken(example: SpokenExample | SilentExample): example is SpokenExample {
  return example.kind === 'message' || example.kind === 'fragment'
}

export function spokenIn(name: DocumentName): readonly SpokenExample[] {
  return examplesOf(name).filter(isSpoken)
}

export function exampleAt(name: DocumentName, line: number): SpokenExample {
  const found = spokenIn(name).find(example => example.line === line)
  if (found === undefined) throw new Error(`nothing is said at line ${line} of ${name}`)
  return found
}

/** All that was said before the example, from the first word of the connection on. */
export function sceneOf(name: DocumentName, before: readonly Earlier[] = []): readonly Said[] {
  return before.flatMap(earlier => {
    if (typeof earlier === 'number') return [exampleAt(name, earlier)]
    if (typeof earlier === 'string') return sceneOf(name, files.get(name)!.scenes[earlier])
    return [earlier]
  })
}
