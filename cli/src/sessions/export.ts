/** `parley sessions export`: a conversation to take elsewhere, without secrets unless somebody insists. */

import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { createRedactor, type Redactor, sanitizeLine, secretsInEnvironment } from '@parley/acp/guard'
import { secretHash } from '@parley/acp/node'
import { exportSession, type SessionDocument } from '@parley/acp/store'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { print } from '../listing/print.js'
import { toSafeJsonText } from '../listing/safe-json.js'
import { toConversation } from '../record/conversation.js'
import { demand } from '../record/find-conversation.js'
import { allConversations, withShelf } from '../record/shelf.js'
import type { Shell } from '../shell.js'
import { toPage } from './show.js'
import { wholeMessages } from './whole-messages.js'

export interface ExportOptions {
  readonly format?: 'markdown' | 'json' | 'session' | undefined
  /** A file; the output of the command unless there is one. */
  readonly output?: string | undefined
  /** As it is, with whatever secrets it holds. */
  readonly raw?: boolean | undefined
}

const PRIVATE = 0o600

export async function exportConversation(
  wanted: string,
  options: ExportOptions,
  shell: Shell,
): Promise<number> {
  const document = await withShelf(shell, async journal => {
    const { id } = demand(wanted, await allConversations(journal), shell.cwd)
    return exportSession(journal, id)
  })
  const redactor = options.raw === true ? undefined : redactorFor(shell)
  const text = await toText(without(document, redactor), options)
  // Some secrets only show in the text as a whole.
  const shown = redactor === undefined || formatOf(options) !== 'markdown' ? text : redactor.text(text)
  await put(shown, options, shell)
  if (redactor === undefined)
    await print(shell.stderr, 'parley: it was written as it is, with every secret that was said in it.\n')
  return EXIT.ok
}

function formatOf({ format, output = '' }: ExportOptions): 'markdown' | 'json' | 'session' {
  return format ?? (extname(output).toLowerCase() === '.json' ? 'session' : 'markdown')
}

/** A document without the secrets that this process knows of, or that give themselves away. */
function without(document: SessionDocument, redactor: Redactor | undefined): SessionDocument {
  if (redactor === undefined) return document
  const entries = Array.from(wholeMessages(document.entries), entry => redactor.value(entry))
  return { ...document, session: redactor.value(document.session), entries }
}

function redactorFor({ env }: Shell): Redactor {
  return createRedactor({ hash: secretHash(), known: secretsInEnvironment(env) })
}

async function toText(document: SessionDocument, options: ExportOptions): Promise<string> {
  const format = formatOf(options)
  if (format === 'session') return toSafeJsonText(document)
  return toPage(toConversation(document.session), document.entries, { format, thoughts: true })
}

/** Under its name only when it is whole, and for nobody else to read. */
async function put(text: string, { output }: ExportOptions, shell: Shell): Promise<void> {
  if (output === undefined || output === '-') return print(shell.stdout, text)
  const path = resolve(shell.cwd, output)
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, text, { mode: PRIVATE, flag: 'wx' })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    const why = error instanceof Error ? sanitizeLine(error.message) : ''
    throw new Failure(`The conversation could not be written: ${why}`, { cause: error })
  }
  await print(shell.stderr, `Written to ${sanitizeLine(path)}\n`)
}
