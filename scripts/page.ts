/** Builds the page of the workbench where anything that it is made of is newer than it: the slowest part of a build. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '../..')
const workbench = join(root, 'workbench')
const SOURCES = [
  ...['workbench/src', 'workbench/public', 'workbench/index.html', 'workbench/vite.config.ts', 'sdk/dist'],
  ...['package-lock.json', 'scripts/page.ts'],
]

/** When the youngest of these was written. */
async function youngest(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return 0
  if (!found.isDirectory()) return found.mtimeMs
  const names = await readdir(path)
  return Math.max(0, ...(await Promise.all(names.map(name => youngest(join(path, name))))))
}

const sources = await Promise.all(SOURCES.map(path => youngest(join(root, path))))
const built = await stat(join(workbench, 'dist/page/index.html')).catch(() => undefined)
if (built === undefined || built.mtimeMs <= Math.max(...sources))
  await build({ configFile: join(workbench, 'vite.config.ts') })
