/** The files that reports are written to: looked at before anything is started, and written one by one. */

import { constants } from 'node:fs'
import { access, chmod, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import {
  type Comparison,
  type Report,
  toBadgeLine,
  toHtmlReport,
  toJsonReport,
  toJunitReport,
} from '@parley/conformance'
import { EXIT } from '../exit-code.js'
import { Failure, messageOf } from '../failure.js'
import type { Shell } from '../shell.js'
import type { ConformFlags } from './flags.js'

const NAMES = ['json', 'junit', 'html', 'badge'] as const

const WRITERS: Readonly<Record<(typeof NAMES)[number], (report: Report, comparison: Comparison) => string>> =
  {
    json: toJsonReport,
    junit: toJunitReport,
    html: toHtmlReport,
    badge: (report, comparison) => `${toBadgeLine(report, comparison)}\n`,
  }

/** Transcripts are for whoever ran this: they may tell more than anybody noticed. */
const PRIVATE = 0o600

/** Throws where one of them could not be written. */
export async function demandWritable(flags: ConformFlags, { cwd }: Shell): Promise<void> {
  for (const name of NAMES) {
    const file = flags[name]
    if (file === undefined) continue
    try {
      await checkPlace(resolve(cwd, file))
    } catch (error) {
      throw new Failure(`--${name} ${file}: cannot be written (${messageOf(error)})`, {
        exitCode: EXIT.usage,
      })
    }
  }
}

async function checkPlace(path: string): Promise<void> {
  await access(dirname(path), constants.W_OK)
  const status = await stat(path).catch(() => undefined)
  if (status === undefined) return
  if (status.isDirectory()) throw new Error('it is a directory')
  await access(path, constants.W_OK)
}

/** Writes those that are wanted; returns what could not be, in words. */
export async function writeReports(
  { report, comparison }: { readonly report: Report; readonly comparison: Comparison },
  flags: ConformFlags,
  { cwd }: Shell,
): Promise<readonly string[]> {
  const failures: string[] = []
  for (const name of NAMES) {
    const file = flags[name]
    if (file === undefined) continue
    try {
      const path = resolve(cwd, file)
      const isPrivate = name === 'json' || name === 'html'
      await writeFile(path, WRITERS[name](report, comparison), isPrivate ? { mode: PRIVATE } : {})
      // One that was there keeps its own.
      if (isPrivate && (await stat(path)).isFile()) await chmod(path, PRIVATE)
    } catch (error) {
      failures.push(`--${name} ${file}: was not written (${messageOf(error)})`)
    }
  }
  return failures
}
