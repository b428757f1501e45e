/** `node scripts/dist/lock.js [root]`: is each package-lock.json complete for every platform and free of addresses? */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockEntry {
  readonly resolved?: string
  readonly link?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

interface Lock {
  readonly packages: Readonly<Record<string, LockEntry>>
}

const LOCKS = [
  'package-lock.json',
  'tools/nodes/package-lock.json',
  'tools/peers/package-lock.json',
  'tools/mutation/package-lock.json',
]

/** Where npm would look for `name` from the package at `path`: its own folder, then each one above. */
const placesFor = (path: string, name: string): string[] => {
  const parts = path === '' ? [] : path.split('/node_modules/')
  const own = [`${path}/node_modules/${name}`]
  const above = parts.map((_, depth) => parts.slice(0, depth).join('/node_modules/'))
  return [...own, ...above.map(folder => `${folder}/node_modules/${name}`)].map(place =>
    place.replace(/^\//, ''),
  )
}

/**
 * A registry that lacks the package of another platform makes npm write a lock without it,
 * and `npm ci` then refuses that lock.
 */
const lintLock = (file: string, { packages }: Lock): string[] =>
  Object.entries(packages).flatMap(([path, entry]) => {
    const missing = Object.keys(entry.optionalDependencies ?? {}).filter(
      name =>
        !placesFor(path, name).some(place => place in packages) && !(`node_modules/${name}` in packages),
    )
    const flaws = missing.map(
      name => `${file}: ${path || 'the root'} names ${name}, which is not in the lock`,
    )
    // A workspace link is `resolved` to its folder; only an address would tie the lock to one registry.
    if (/^[\w+.-]+:/.test(entry.resolved ?? '')) flaws.push(`${file}: ${path} has a resolved address`)
    return flaws
  })

const root = process.argv[2] ?? process.cwd()
const flaws = LOCKS.flatMap(file => {
  const path = join(root, file)
  if (!existsSync(path)) return [`${file}: not there`]
  // npm writes this file and reads it before we do: its shape is npm's promise.
  return lintLock(file, JSON.parse(readFileSync(path, 'utf8')) as Lock)
})
for (const flaw of flaws) console.log(flaw)
console.log(`${LOCKS.length} locks, ${flaws.length} flaws`)
process.exitCode = flaws.length === 0 ? 0 : 1
