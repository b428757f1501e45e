/** The titles of the tests in a file, as they are written there. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Argument, type Expression, type Node, parseSync, Visitor } from 'oxc-parser'

const NAMES = new Set(['test', 'it'])
const NEVER = new Set(['skip', 'todo', 'fails'])

interface Span {
  readonly start: number
  readonly end: number
}

/** A text under a name, as rows of a table have them. */
interface Field {
  readonly name: string
  readonly text: string
  readonly start: number
}

/** `test`, `test.each(rows)`, `test.skipIf(…)`: the name that all of it hangs on, and what was given on the way. */
const rootOf = (callee: Expression): { readonly name?: string; readonly given?: Argument } => {
  switch (callee.type) {
    case 'Identifier':
      return { name: callee.name }
    case 'MemberExpression':
      // What is never run shows nothing.
      return callee.property.type === 'Identifier' && NEVER.has(callee.property.name)
        ? {}
        : rootOf(callee.object)
    case 'CallExpression': {
      const [given] = callee.arguments
      return { ...rootOf(callee.callee), ...(given && { given }) }
    }
    default:
      return {}
  }
}

/** Of a text that is put together, what is fixed; what is filled in is `…`. */
const fixedText = (node: Node): string | undefined => {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  return node.quasis.map(({ value }) => value.cooked ?? value.raw).join('…')
}

/** The places of one file that titles are made of. */
class Reading {
  readonly #tests: { readonly title: string; readonly rows: Argument | undefined }[] = []
  readonly #tables = new Map<string, Span>()
  readonly #fields: Field[] = []

  constructor(path: string, source: string) {
    const { program, errors } = parseSync(path, source)
    if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
    new Visitor({
      CallExpression: ({ callee, arguments: [first] }) => {
        const { name = '', given: rows } = rootOf(callee)
        const title = first && NAMES.has(name) ? fixedText(first) : undefined
        if (title !== undefined) this.#tests.push({ title, rows })
      },
      VariableDeclarator: ({ id, init }) => {
        if (id.type === 'Identifier' && init) this.#tables.set(id.name, init)
      },
      Property: ({ key, value, start }) => {
        const text = fixedText(value)
        if (key.type === 'Identifier' && text !== undefined)
          this.#fields.push({ name: key.name, text, start })
      },
    }).visit(program)
  }

  get titles(): string[] {
    return this.#tests.flatMap(({ title, rows }) => [title, ...this.#filled(title, rows)])
  }

  /** A title with a field of a row in it stands for as many as the table has texts in such fields. */
  #filled(title: string, rows: Argument | undefined): string[] {
    const [hole, name] = /\$(\w+)/.exec(title) ?? []
    if (hole === undefined || rows === undefined || rows.type === 'SpreadElement') return []
    const table = this.#tables.get(rootOf(rows).name ?? '') ?? rows
    return this.#fields
      .filter(field => field.name === name && field.start > table.start && field.start < table.end)
      .map(({ text }) => title.replace(hole, () => text))
  }
}

/** Reads each file once, however many rows name it. */
export class Titles {
  readonly #root: string
  readonly #read = new Map<string, readonly string[] | undefined>()

  constructor(root: string) {
    this.#root = root
  }

  /** Nothing where there is no such file. */
  of(file: string): readonly string[] | undefined {
    if (!this.#read.has(file)) this.#read.set(file, this.#load(file))
    return this.#read.get(file)
  }

  #load(file: string): readonly string[] | undefined {
    let text: string
    try {
      text = readFileSync(join(this.#root, file), 'utf8')
    } catch {
      return undefined
    }
    return new Reading(file, text).titles
  }
}
