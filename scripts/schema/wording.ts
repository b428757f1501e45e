/** The words around generated code: the notice at the top, imports, comments. Knows no schema. */

export function writeNotice(): string {
  return '/** Written by scripts/schema.ts from the official schemas; do not edit. `npm run schema` writes it anew. */'
}

/** One import line per module, naming only what the code uses. */
export function writeImports(
  modules: Readonly<Record<string, readonly string[]>>,
  code: string,
  folder: string,
): string[] {
  return Object.entries(modules).flatMap(([module, exported]) => {
    const used = exported.filter(name => new RegExp(`\\b${name}\\b`).test(code))
    return used.length === 0 ? [] : [`import { ${used.join(', ')} } from '${folder}${module}.js'`]
  })
}

export function writeComment(sentence: string | undefined, margin = ''): string[] {
  return sentence === undefined ? [] : [`${margin}/** ${sentence} */`]
}
