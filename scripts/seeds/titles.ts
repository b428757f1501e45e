/** The titles of the tests in a file, as they are written there. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Expression, parseSync, type TemplateLiteral, Visitor } from 'oxc-parser'

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

const toTitle = ({ quasis }: TemplateLiteral): string =>
  quasis.map(({ value }) => value.cooked ?? value.raw).join('…')

/** Of a title that is put together, what is fixed; what is filled in is `…`. */
const titlesIn = (path: string, text: string): string[] => {
  const titles: string[] = []
  const { program, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (!NAMES.has(rootOf(callee) ?? '')) return
      if (first?.type === 'Literal' && typeof first.value === 'string') titles.push(first.value)
      else if (first?.type === 'TemplateLiteral') titles.push(toTitle(first))
    },
  }).visit(program)
  return titles
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
