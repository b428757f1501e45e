/** `parley sessions show`: a recorded conversation, whole, without its agent. */

import { toThread } from '@parley/acp/node'
import type { KeptEntry } from '@parley/acp/store'
import { toMarkdown, toText, toValue } from '@parley/acp/thread'
import { EXIT } from '../exit-code.js'
import { print } from '../listing/print.js'
import { toSafeJsonText } from '../listing/safe-json.js'
import type { Conversation } from '../record/conversation.js'
import { demand, shortIds } from '../record/find-conversation.js'
import type { Shell } from '../shell.js'
import { withLibrary } from './library.js'
import { resumeCommand, titleOf, toHead, toJson } from './shown-conversation.js'

export interface ShowOptions {
  readonly format: 'text' | 'markdown' | 'json'
  /** Also what the agent said to itself. */
  readonly thoughts: boolean
}

export async function showSession(wanted: string, options: ShowOptions, shell: Shell): Promise<number> {
  const { found, entries, short } = await withLibrary(shell, async library => {
    const all = await library.all()
    const one = await library.complete(demand(wanted, all, shell.cwd))
    return { found: one, entries: await library.readAll(one), short: shortIds(all) }
  })
  if (options.format === 'text') await print(shell.stdout, `${toHead(found, short)}\n`)
  await print(shell.stdout, await toPage(found, entries, options))
  if (options.format === 'text' && shell.stdout.isTTY)
    await print(shell.stderr, `\nTo go on: ${resumeCommand(found, short)}\n`)
  return EXIT.ok
}

/** A conversation as one text. What its agent wrote is cleaned or, in JSON, escaped. */
export async function toPage(
  conversation: Conversation,
  entries: readonly KeptEntry[],
  { format, thoughts }: ShowOptions,
): Promise<string> {
  const thread = await toThread(entries)
  // The head has it already.
  if (format === 'text') return toText({ ...thread, title: undefined }, { thoughts })
  if (format === 'json') return toSafeJsonText({ ...toJson(conversation), conversation: toValue(thread) })
  // A title that no update told is shown all the same.
  const title = thread.title ?? titleOf(conversation)
  return toMarkdown(title === '' ? thread : { ...thread, title }, { thoughts })
}
