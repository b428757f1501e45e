/** What the last run of the tests said, as long as nothing was changed since. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { listKept } from './copy.js'
import type { NamedTest } from './row.js'

const REPORT = '.build/vitest.json'

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

export interface LastRun {
  /** Whether there is such a test, and all that are called so passed. */
  hasPassed(test: NamedTest): boolean
}

/** Nothing when there was none, or when a file is younger than it. */
export function readLastRun(root: string): LastRun | undefined {
  const path = join(root, REPORT)
  if (!existsSync(path)) return undefined
  const written = statSync(path).mtimeMs
  if (listKept(root).some(file => statSync(join(root, file)).mtimeMs > written)) return undefined
  const { testResults }: Report = JSON.parse(readFileSync(path, 'utf8'))
  const byFile = new Map(
    testResults.map(({ name, assertionResults }) => [relative(root, name), assertionResults]),
  )
  return {
    hasPassed({ file, title }) {
      const named = (byFile.get(file) ?? []).filter(({ fullName }) => fullName.includes(title))
      return named.length > 0 && named.every(({ status }) => status === 'passed')
    },
  }
}
