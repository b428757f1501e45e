/** The titles of the tests in a file, as they are written there. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Expression, type Node, parseSync, Visitor } from 'oxc-parser'

const NAMES = new Set(['test', 'it'])

/** `test`, `test.each(…)`, `test.skipIf(…)`: the name that all of it hangs on. */
const rootOf = (callee: Expression): string | undefined => {
  switch (callee.type) {
    case 'Identifier':
      return callee.name
    case 'MemberExpression':
      return rootOf(callee.object)
    case 'CallExpression':
      return rootOf(callee.callee)
    case 'TaggedTemplateExpression':
      return rootOf(callee.tag)
    default:
      return undefined
  }
}

/** Of a text that is put together, what is fixed; what is filled in is `…`. */
const fixedText = (node: Node): string | undefined => {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  return node.quasis.map(({ value }) => value.cooked ?? value.raw).join('…')
}

/** A title with a field of a row in it stands for as many as there are texts in such fields. */
const fillIn = (title: string, fields: ReadonlyMap<string, readonly string[]>): string[] => {
  const [hole, name = ''] = /\$(\w+)/.exec(title) ?? []
  const texts = hole === undefined ? [] : (fields.get(name) ?? [])
  return [title, ...texts.map(text => title.replace(hole ?? '', () => text))]
}

const titlesIn = (path: string, source: string): string[] => {
  const titles: string[] = []
  const fields = new Map<string, string[]>()
  const { program, errors } = parseSync(path, source)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      const title = first && NAMES.has(rootOf(callee) ?? '') ? fixedText(first) : undefined
      if (title !== undefined) titles.push(title)
    },
    Property({ key, value }) {
      const text = fixedText(value)
      if (key.type !== 'Identifier' || text === undefined) return
      fields.set(key.name, [...(fields.get(key.name) ?? []), text])
    },
  }).visit(program)
  return titles.flatMap(title => fillIn(title, fields))
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
    return titlesIn(file, text)
  }
}
