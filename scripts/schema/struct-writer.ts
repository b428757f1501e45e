/** Writes the function that judges an object: its properties, what it extends, and the form it takes. */
import type { Choice, Options, Struct, Variant } from './model.js'
import { access, indent, writeProperty } from './property-writer.js'
import type { Scope } from './scope.js'

const HEAD = '(value: unknown, trail: Trail): unknown {'

/** Everything after the name of the function. */
export function writeStruct(name: string, struct: Struct, scope: Scope): string {
  const properties = struct.properties.flatMap(property => writeProperty(property, scope))
  const changes = properties.some(line => /\bout = /.test(line))
  const out = changes ? 'out' : 'value'
  const lines = [`if (!isRecord(value)) return trail.fail('object', value)`]
  if (changes) lines.push('let out = value')
  lines.push(...joinLast([...properties, ...writeEnding(name, struct, { scope, out })]))
  return `${HEAD}\n${indent(lines).join('\n')}\n}`
}

/** What was assigned only to be returned is returned. */
function joinLast(lines: readonly string[]): readonly string[] {
  const [assigned = '', ended] = lines.slice(-2)
  if (ended !== 'return out' || !assigned.startsWith('out = ')) return lines
  return [...lines.slice(0, -2), `return ${assigned.slice('out = '.length)}`]
}

interface Ending {
  readonly scope: Scope
  /** The variable that holds the object at this point. */
  readonly out: string
}

function writeEnding(name: string, struct: Struct, ending: Ending): string[] {
  if (struct.choice !== undefined) return writeChoice(name, struct.choice, ending)
  if (struct.parent === undefined) return [`return ${ending.out}`]
  return [`return ${ending.scope.shapeOf(struct.parent)}(${ending.out}, trail)`]
}

function writeChoice(name: string, choice: Choice, ending: Ending): string[] {
  if (choice.rule === 'tagged') return writeSwitch(name, choice, ending)
  const shapes = choice.variants.map(variant => toForm(name, variant, ending.scope))
  return choice.rule === 'first'
    ? writeTries(name, shapes, ending.out)
    : writeExactlyOne(choice, shapes, ending)
}

function toForm(name: string, variant: Variant, scope: Scope): string {
  return scope.form(name + toPascal(variant.name), variant.struct) ?? 'anything'
}

function toPascal(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase())
}

/** The first form that fits judges; when none does, the whole is refused under its own name. */
function writeTries(name: string, shapes: readonly string[], out: string): string[] {
  const lines: string[] = []
  for (const shape of shapes) {
    if (shape === 'anything') return [...lines, `return ${out}`]
    lines.push(`if (trail.fits(${shape}, ${out})) return ${shape}(${out}, trail)`)
  }
  return [...lines, `return trail.fail('${name}', ${out})`]
}

function writeExactlyOne(choice: Choice, shapes: readonly string[], { scope, out }: Ending): string[] {
  const keys = choice.variants.map(variant => {
    const required = scope.lookup
      .family(variant.struct)
      .flatMap(struct => struct.properties.filter(item => item.required))
    if (required.length !== 1) throw new Error('exactly-one forms are told apart by one required key each')
    return required[0]?.name ?? ''
  })
  const [first = '', second = ''] = keys
  if (keys.length !== 2) throw new Error('exactly-one needs two forms')
  const [has, hasToo] = [`${access(out, first)} !== undefined`, `${access(out, second)} !== undefined`]
  return [
    `if ((${has}) === (${hasToo})) return trail.fail('exactly one of ${first}, ${second}', ${out})`,
    `return ${has} ? ${shapes[0]}(${out}, trail) : ${shapes[1]}(${out}, trail)`,
  ]
}

function writeSwitch(name: string, choice: Choice, ending: Ending): string[] {
  const { scope, out } = ending
  const untagged = choice.variants.find(variant => variant.tag === undefined && !variant.other)
  const last = untagged === undefined ? undefined : toForm(name, untagged, scope)
  const groups = new Map<string, string[]>()
  for (const variant of choice.variants) {
    if (variant.tag === undefined) continue
    const shape = scope.form(name + toPascal(variant.name), variant.struct)
    const body = writeCase(choice.key, {
      shape,
      last: canRefuse(variant.struct, scope) ? last : undefined,
      out,
      name,
    })
    groups.set(body, [...(groups.get(body) ?? []), `case '${variant.tag}':`])
  }
  const cases = [...groups].flatMap(([body, labels]) => [...labels, ...indent(body.split('\n'))])
  const fallback = writeDefault(name, choice, { ...ending, last })
  return [`switch (${access(out, choice.key)}) {`, ...indent([...cases, 'default:', `  ${fallback}`]), '}']
}

interface Case {
  readonly shape: string | undefined
  /** The untagged form, tried when the tagged one refuses. */
  readonly last: string | undefined
  readonly out: string
  readonly name: string
}

function writeCase(key: string, { shape, last, out, name }: Case): string {
  if (shape === undefined) return `return ${out}`
  if (last === undefined) return `return ${shape}(${out}, trail)`
  // A known tag on a value that only the untagged form takes would lie to whoever switches on it: the tag goes.
  return [
    `if (trail.fits(${shape}, ${out}) || !trail.fits(${last}, ${out})) return ${shape}(${out}, trail)`,
    `return ${last}(trail.drop(${out}, '${key}', '${name}'), trail)`,
  ].join('\n')
}

function writeDefault(
  name: string,
  choice: Choice,
  { scope, out, last }: Ending & { readonly last: string | undefined },
): string {
  const other = choice.variants.find(variant => variant.other)
  const tag = access(out, choice.key)
  const lastly = last === undefined ? undefined : `${last}(${out}, trail)`
  if (other === undefined) return `return ${lastly ?? `trail.failAt('${choice.key}', '${name}', ${tag})`}`
  const shape = scope.form(`${name}Other`, other.struct)
  const taken = shape === undefined ? out : `${shape}(${out}, trail)`
  return `return typeof ${tag} === 'string' ? ${taken} : ${lastly ?? `trail.failAt('${choice.key}', 'string', ${tag})`}`
}

/** Whether a form can refuse an object at all: one whose every property is optional and salvaged cannot. */
function canRefuse(struct: Struct, scope: Scope): boolean {
  return scope.lookup
    .family(struct)
    .some(
      member =>
        member.choice !== undefined ||
        member.properties.some(property => property.required || !property.salvaged),
    )
}

/** The function of a definition that is one of several nodes, told apart by trying. */
export function writeOptions(name: string, options: Options, scope: Scope): string {
  const shapes = options.members.map((member, index) => {
    if (member.kind === 'reference' || scope.lookup.isLeaf(member)) return scope.item(member)
    const form = `${name}${index + 1}`
    if (member.kind === 'struct') return scope.form(form, member) ?? 'anything'
    scope.extra.set(form, `${HEAD}\n  return ${scope.part(member, 'value')}\n}`)
    return form
  })
  return `${HEAD}\n${indent(writeTries(name, shapes, 'value')).join('\n')}\n}`
}
