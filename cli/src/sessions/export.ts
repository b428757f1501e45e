/** `parley sessions export`: a conversation to take elsewhere, without secrets unless somebody insists. */

import { extname } from 'node:path'
import { createRedactor, type Redactor, secretsInEnvironment } from '@parley/acp/guard'
import { secretHash } from '@parley/acp/node'
import type { SessionDocument } from '@parley/acp/store'
import { EXIT } from '../exit-code.js'
import { print } from '../listing/print.js'
import { put } from '../listing/put.js'
import { toSafeJsonText } from '../listing/safe-json.js'
import { toConversation } from '../record/conversation.js'
import { demand } from '../record/find-conversation.js'
import type { Shell } from '../shell.js'
import { withLibrary } from './library.js'
import { toPage } from './show.js'
import { wholeMessages } from './whole-messages.js'

export interface ExportOptions {
  readonly format?: 'markdown' | 'json' | 'session' | undefined
  /** A file; the output of the command unless there is one. */
  readonly output?: string | undefined
  /** As it is, with whatever secrets it holds. */
  readonly raw?: boolean | undefined
}

export async function exportConversation(
  wanted: string,
  options: ExportOptions,
  shell: Shell,
): Promise<number> {
  const document = await withLibrary(shell, async library =>
    library.document(demand(wanted, await library.all(), shell.cwd)),
  )
  const redactor = options.raw === true ? undefined : redactorFor(shell)
  const text = await toText(without(document, redactor), options)
  // Some secrets only show in the text as a whole.
  const shown = redactor === undefined || formatOf(options) !== 'markdown' ? text : redactor.text(text)
  await put(shown, { noun: 'conversation', output: options.output }, shell)
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
