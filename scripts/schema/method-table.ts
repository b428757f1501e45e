/** Writes the rows that say who receives a method and which shapes judge it. */
import type { Lookup } from './lookup.js'
import type { Method } from './model.js'
import { findParts, type Part } from './part.js'
import type { Shapes } from './validators.js'
import { writeImports } from './wording.js'

/** The table of a part. */
export function writeMethods(lookup: Lookup, shapes: Shapes, part: Part): string {
  const { methods } = part
  const shapeOf = (name: string): string => {
    const last = lookup.resolveName(name)
    return lookup.isLeaf(lookup.definition(last)) ? 'anything' : (shapes.shared.get(last) ?? last)
  }
  const rows = methods.map(method => `  ${writeRow(method, shapeOf)},`)
  const code = `export const methods: readonly MethodRow[] = [\n${rows.join('\n')}\n]`
  const used = methods.flatMap(({ params, result }) => (result === undefined ? [params] : [params, result]))
  const imported = [...new Set(used.map(shapeOf))].filter(name => name !== 'anything').sort()
  const imports = [
    ...writeImports({ leaf: ['anything'] }, code, '../'),
    `import type { MethodRow } from '../method-row.js'`,
    ...findParts(lookup).flatMap(({ file, names }) => {
      const found = imported.filter(name => names.includes(name))
      return found.length === 0 ? [] : [`import {\n  ${found.join(',\n  ')},\n} from './${file}.gen.js'`]
    }),
  ]
  return `${imports.join('\n')}\n\n${code}`
}

function writeRow(method: Method, shapeOf: (name: string) => string): string {
  const result = method.result === undefined ? '' : `, result: ${shapeOf(method.result)}`
  const head = `name: '${method.name}', to: '${method.to}', kind: '${method.kind}', scope: '${method.scope}'`
  return `{ ${head}, params: ${shapeOf(method.params)}${result} }`
}
