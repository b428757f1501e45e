/** What a door offers: each exported name followed to the file that declares it. */
import { type Declaration, readDeclarations } from './declarations.js'

export interface Offer extends Declaration {
  readonly name: string
}

/** Names offered together, behind one: `export * as name`. */
export interface Bundle {
  readonly name: string
  readonly offers: readonly Offer[]
}

export interface Door {
  readonly offers: readonly Offer[]
  readonly bundles: readonly Bundle[]
}

const follow = (file: string, name: string): Declaration | undefined => {
  const { local, elsewhere, exported, passesAll } = readDeclarations(file)
  const own = exported.get(name)
  if (own === undefined) {
    for (const other of passesAll) {
      const found = follow(other, name)
      if (found) return found
    }
    return undefined
  }
  const source = elsewhere.get(own)
  return local.get(own) ?? (source && follow(source.file, source.name))
}

const namesOf = (file: string): string[] => {
  const { exported, passesAll } = readDeclarations(file)
  return [...new Set([...exported.keys(), ...passesAll.flatMap(namesOf)])]
}

const offersOf = (file: string): Offer[] =>
  namesOf(file)
    .sort((a, b) => a.localeCompare(b, 'en'))
    .map(name => {
      const declaration = follow(file, name)
      if (!declaration) throw new Error(`${file}: '${name}' is exported and nowhere declared`)
      return { name, ...declaration }
    })

/** Everything the door at `file` offers, by name. */
export const readDoor = (file: string): Door => ({
  offers: offersOf(file),
  bundles: [...readDeclarations(file).bundles].map(([name, other]) => ({ name, offers: offersOf(other) })),
})
