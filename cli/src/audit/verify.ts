/** `parley audit verify`: whether every line is as it was written, in its order, and none is missing. */

import { existsSync } from 'node:fs'
import { sanitizeLine } from '@parley/acp/guard'
import { type AuditReport, verifyAudit } from '@parley/acp/node'
import { EXIT } from '../exit-code.js'
import { print } from '../listing/print.js'
import { toSafeJsonText } from '../listing/safe-json.js'
import { stateFolder } from '../own-folder.js'
import type { Shell } from '../shell.js'

export interface VerifyOptions {
  readonly format: 'text' | 'json'
}

export async function verify(options: VerifyOptions, shell: Shell): Promise<number> {
  const folder = stateFolder('audit', shell)
  // Nobody has used it yet.
  const report: AuditReport = existsSync(folder) ? await verifyAudit(folder) : { isWhole: true, entries: 0 }
  const isJson = options.format === 'json'
  await print(shell.stdout, isJson ? toSafeJsonText({ folder, ...report }) : toText(report, folder))
  return report.isWhole ? EXIT.ok : EXIT.error
}

export async function showPath(shell: Shell): Promise<number> {
  await print(shell.stdout, `${stateFolder('audit', shell)}\n`)
  return EXIT.ok
}

function toText({ isWhole, entries, flaw }: AuditReport, folder: string): string {
  const lines = entries === 1 ? '1 line' : `${entries} lines`
  if (isWhole) return `The audit log is whole: ${lines} in ${sanitizeLine(folder)}\n`
  const { file = '', line = 0, why = '' } = flaw ?? {}
  const place = [file, ...(line === 0 ? [] : [`line ${line}`])].filter(each => each !== '').join(', ')
  return [
    `The audit log is broken after ${lines}, in ${sanitizeLine(folder)}`,
    `  ${sanitizeLine(place === '' ? why : `${place}: ${why}`)}`,
    'Somebody changed it, or the disk lost a part of it. What was written before that is as it was.',
    '',
  ].join('\n')
}
