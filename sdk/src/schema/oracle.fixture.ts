/** The official SDK's own reading of each contract, to be compared with ours: its validators and its schema files. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MethodRow } from './method-row.js'
import type { Shape } from './trail.js'
import * as v1Elicitation from './v1/elicitation.gen.js'
import * as v1Initialize from './v1/initialize.gen.js'
import * as v1Methods from './v1/methods.gen.js'
import * as v1MoreMethods from './v1/methods-elicitation.gen.js'
import * as v1Shapes from './v1/shapes.gen.js'
import * as v1UnstableElicitation from './v1-unstable/elicitation.gen.js'
import * as v1UnstableInitialize from './v1-unstable/initialize.gen.js'
import * as v1UnstableMethods from './v1-unstable/methods.gen.js'
import * as v1UnstableMoreMethods from './v1-unstable/methods-elicitation.gen.js'
import * as v1UnstableShapes from './v1-unstable/shapes.gen.js'
import * as v2Elicitation from './v2/elicitation.gen.js'
import * as v2Initialize from './v2/initialize.gen.js'
import * as v2Methods from './v2/methods.gen.js'
import * as v2MoreMethods from './v2/methods-elicitation.gen.js'
import * as v2Shapes from './v2/shapes.gen.js'
import * as v2UnstableElicitation from './v2-unstable/elicitation.gen.js'
import * as v2UnstableInitialize from './v2-unstable/initialize.gen.js'
import * as v2UnstableMethods from './v2-unstable/methods.gen.js'
import * as v2UnstableMoreMethods from './v2-unstable/methods-elicitation.gen.js'
import * as v2UnstableShapes from './v2-unstable/shapes.gen.js'

export interface JsonSchema {
  readonly [keyword: string]: unknown
}
export type Verdict = { readonly success: true; readonly data: unknown } | { readonly success: false }

export interface Subject {
  readonly name: string
  readonly definitions: Readonly<Record<string, JsonSchema>>
  readonly methods: readonly MethodRow[]
  /** Every definition that both sides have a validator for. */
  readonly pairs: readonly Pair[]
}

export interface Pair {
  readonly type: string
  readonly ours: Shape
  readonly theirs: (value: unknown) => Verdict
  /** The stable contract is judged by the very same function. */
  readonly isBorrowed: boolean
}

const CONTRACTS = [
  {
    name: 'v1',
    schema: 'v1/schema.json',
    theirs: 'v1/schema',
    shapes: { ...v1Initialize, ...v1Shapes, ...v1Elicitation },
    table: [...v1Methods.methods, ...v1MoreMethods.methods],
  },
  {
    name: 'v1-unstable',
    schema: 'v1/schema.unstable.json',
    theirs: 'v1/unstable/schema',
    shapes: { ...v1UnstableInitialize, ...v1UnstableShapes, ...v1UnstableElicitation },
    table: [...v1UnstableMethods.methods, ...v1UnstableMoreMethods.methods],
  },
  {
    name: 'v2',
    schema: 'v2/schema.json',
    theirs: 'v2/schema',
    shapes: { ...v2Initialize, ...v2Shapes, ...v2Elicitation },
    table: [...v2Methods.methods, ...v2MoreMethods.methods],
  },
  {
    name: 'v2-unstable',
    schema: 'v2/schema.unstable.json',
    theirs: 'v2/unstable/schema',
    shapes: { ...v2UnstableInitialize, ...v2UnstableShapes, ...v2UnstableElicitation },
    table: [...v2UnstableMethods.methods, ...v2UnstableMoreMethods.methods],
  },
]

interface Validator {
  safeParse(value: unknown): Verdict
}

function findPackage(): string {
  const entry = createRequire(import.meta.url).resolve('@agentclientprotocol/sdk')
  const folder = dirname(entry)
  return folder.slice(0, folder.lastIndexOf('dist'))
}

export async function loadSubjects(): Promise<Subject[]> {
  const root = findPackage()
  const stable = new Set<unknown>([
    ...[v1Initialize, v1Shapes, v1Elicitation, v2Initialize, v2Shapes, v2Elicitation].flatMap(shapes =>
      Object.values(shapes),
    ),
  ])
  return Promise.all(
    CONTRACTS.map(async contract => {
      const schema = JSON.parse(readFileSync(join(root, 'schema', contract.schema), 'utf8'))
      // The exports map hides the generated validators, so they are imported by their place on disk.
      const theirs: Record<string, Validator | undefined> = await import(
        pathToFileURL(join(root, 'dist', contract.theirs, 'zod.gen.js')).href
      )
      const shapes: Record<string, Shape> = { ...contract.shapes }
      const pairs = Object.entries(shapes).flatMap(([type, ours]) => {
        const validator = theirs[`z${type}`]
        if (validator === undefined) return []
        const isBorrowed = contract.name.endsWith('unstable') && stable.has(ours)
        return [{ type, ours, theirs: (value: unknown) => validator.safeParse(value), isBorrowed }]
      })
      return { name: contract.name, definitions: schema.$defs, methods: contract.table, pairs }
    }),
  )
}
