/** `parley sessions search`: looks through everything that was ever said, the latest first, and shows it as it is found. */

import { resolve } from 'node:path'
import { sanitizeLine } from '@parley/acp/guard'
import type { KeptEntry } from '@parley/acp/store'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { toIso, toWhen } from '../listing/moment.js'
import { print } from '../listing/print.js'
import { toSafeJsonText } from '../listing/safe-json.js'
import type { Conversation } from '../record/conversation.js'
import { hereIn, shortIds } from '../record/find-conversation.js'
import type { Shell } from '../shell.js'
import { withAgent } from './agent-filter.js'
import { type Library, type ShelvedConversation, withLibrary } from './library.js'
import { type Passage, passagesOf } from './passage.js'
import { titleOf, toJson } from './shown-conversation.js'
import { wholeMessages } from './whole-messages.js'

export interface SearchOptions {
  readonly regex?: boolean | undefined
  readonly caseSensitive?: boolean | undefined
  readonly agent?: string | undefined
  readonly cwd?: string | undefined
  /** How many conversations are shown. */
  readonly limit: number
  readonly format: 'text' | 'json'
}

/** Where something was found, and what stands around it. */
interface Hit extends Pick<Passage, 'turn' | 'at' | 'where'> {
  readonly snippet: string
}

/** A conversation in which something was found. */
interface Find {
  readonly conversation: Conversation
  readonly hits: readonly Hit[]
  readonly id: string
}

const MOST_HITS = 5
const AROUND = 60

export async function searchSessions(text: string, options: SearchOptions, shell: Shell): Promise<number> {
  const pattern = toPattern(text, options)
  const found: object[] = []
  await withLibrary(shell, async library => {
    const all = await library.all()
    const short = shortIds(all)
    const isWanted = wanted(options, shell.cwd)
    for (const each of all.filter(isWanted)) {
      if (found.length >= options.limit) break
      const hits = await hitsIn(library, each, { pattern, shell })
      if (hits.length === 0) continue
      found.push({
        ...toJson(await library.complete(each)),
        hits: hits.map(({ at, ...hit }) => ({ ...hit, at: toIso(at) })),
      })
      if (options.format === 'text')
        await print(shell.stdout, toLines({ conversation: each, hits, id: short(each.id) }, shell))
    }
  })
  if (options.format === 'json') await print(shell.stdout, toSafeJsonText(found))
  else if (found.length === 0) await print(shell.stderr, 'Nothing was found.\n')
  // As of grep: a script may ask whether there is such a conversation.
  return found.length === 0 ? EXIT.error : EXIT.ok
}

function wanted({ agent, cwd }: SearchOptions, here: string): (conversation: Conversation) => boolean {
  const isHere = cwd === undefined ? () => true : hereIn(resolve(here, cwd))
  const isWith = withAgent(agent)
  return each => isWith(each) && isHere(each)
}

function toPattern(text: string, { regex, caseSensitive }: SearchOptions): RegExp {
  const source = regex === true ? text : text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  try {
    return new RegExp(source, caseSensitive === true ? 'u' : 'iu')
  } catch (error) {
    const why = error instanceof Error ? sanitizeLine(error.message) : ''
    throw new Failure(`Expected a regular expression: ${why}`, {
      ...{ exitCode: EXIT.usage, reason: 'invalid_pattern' },
      cure: 'Without --regex the text is looked for as it is.',
    })
  }
}

/** A record that cannot be read keeps nobody from the others. */
async function hitsIn(
  library: Library,
  conversation: ShelvedConversation,
  { pattern, shell }: { readonly pattern: RegExp; readonly shell: Shell },
): Promise<readonly Hit[]> {
  const hits: Hit[] = []
  const { id, title, updated } = conversation
  if (title !== undefined && pattern.test(title))
    hits.push({ turn: 0, at: updated, where: 'title', snippet: sanitizeLine(title) })
  const entries: KeptEntry[] = []
  try {
    for await (const entry of library.read(conversation)) entries.push(entry)
  } catch (error) {
    const why = error instanceof Error ? sanitizeLine(error.message) : ''
    await print(shell.stderr, `parley: ${id} was not searched to its end: ${why}\n`)
  }
  for (const { turn, at, where, text } of passagesOf(wholeMessages(entries))) {
    const match = pattern.exec(text)
    if (match !== null) hits.push({ turn, at, where, snippet: around(text, match) })
    if (hits.length >= MOST_HITS) break
  }
  return hits
}

function around(text: string, { index, 0: found }: RegExpExecArray): string {
  const from = Math.max(0, index - AROUND)
  const until = Math.min(text.length, index + Math.min(found.length, 2 * AROUND) + AROUND)
  const piece = text.slice(from, until).replaceAll(/\s+/g, ' ').trim()
  return sanitizeLine(`${from > 0 ? '…' : ''}${piece}${until < text.length ? '…' : ''}`)
}

function toLines({ conversation, hits, id }: Find, { stdout }: Shell): string {
  const { agent, updated } = conversation
  const head = `${id}  ${sanitizeLine(agent)}  ${toWhen(updated, stdout)}  ${sanitizeLine(titleOf(conversation))}`
  const lines = hits.map(({ turn, where, snippet }) => {
    const place = turn === 0 ? where : `turn ${turn}, ${sanitizeLine(where)}`
    return `  ${place}: ${snippet}`
  })
  return `${[head.trimEnd(), ...lines].join('\n')}\n`
}
