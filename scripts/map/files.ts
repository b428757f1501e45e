/** Finds the files of a project on disk. Knows what is built or foreign; knows no law. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const SKIPPED = new Set(['node_modules', 'dist', '.build', '.git', 'coverage'])
const TEXT = /\.(?:ts|tsx|js|mjs|json|md|yml|yaml|css|html|sh)$|(?:^|\/)(?:LICENSE|\.npmrc|run)$/

/** Every text file under `root`, as paths relative to it with forward slashes. */
export const listFiles = (root: string, folder = ''): string[] => {
  const found: string[] = []
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) found.push(...listFiles(root, path))
    if (entry.isFile() && TEXT.test(path)) found.push(path)
  }
  return found.sort()
}

export const isSource = (path: string): boolean => /\.tsx?$/.test(path)
export const isTest = (path: string): boolean => /\.(?:test|fixture)\.tsx?$|(?:^|\/)fixtures\//.test(path)
/** What tests stand on is read like any other source; only the tests themselves may be as long as they like. */
export const isFixture = (path: string): boolean => /\.fixture\.tsx?$/.test(path)
export const isGenerated = (path: string): boolean => path.endsWith('.gen.ts')
export const isConfig = (path: string): boolean => path.endsWith('.config.ts')

/** Written by a person and shipped or run: what the laws about form are for. */
export const isHandWritten = (path: string): boolean => isSource(path) && !isTest(path) && !isGenerated(path)
