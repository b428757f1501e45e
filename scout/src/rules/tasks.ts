/** The command by which a project is tested, built and so on: taken from what the project says of itself. */

import type { Errand } from '../errand.js'
import { findManifests } from '../overview/manifest.js'
import type { PlainRequest } from './request.js'

/** Other names under which projects keep the same task. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  test: ['test', 'tests', 'check'],
  build: ['build', 'compile', 'dist'],
  lint: ['lint', 'check', 'clippy'],
  format: ['format', 'fmt', 'prettier'],
  start: ['start', 'dev', 'serve', 'run'],
}

const WORDS: Readonly<Record<string, string>> = {
  tests: 'test',
  testing: 'test',
  builds: 'build',
  compile: 'build',
  linter: 'lint',
  linting: 'lint',
  formatter: 'format',
  formatting: 'format',
  app: 'start',
  server: 'start',
  program: 'start',
}

/** The command for a task, as it is typed in a shell; nothing when the project names none. */
export async function findTask(word: string, { errand }: PlainRequest): Promise<string | undefined> {
  const wanted = word.toLowerCase()
  const task = WORDS[wanted] ?? wanted
  const names = NAMES[task] ?? [task]
  const manifests = await findManifests(path => readQuietly(errand, path))
  for (const name of names)
    for (const { tasks } of manifests) if (Object.hasOwn(tasks, name)) return tasks[name]
  return undefined
}

/** What cannot be read, such as a pipe of that name, names no task. */
async function readQuietly({ workspace, turn }: Errand, path: string): Promise<string | undefined> {
  try {
    return await workspace.readIfThere(path)
  } catch {
    turn.signal.throwIfAborted()
    return undefined
  }
}
