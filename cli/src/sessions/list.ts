/** `parley sessions`: which conversations were held, here or anywhere, the latest first. */

import { resolve } from 'node:path'
import { EXIT } from '../exit-code.js'
import { print } from '../listing/print.js'
import { toSafeJsonText } from '../listing/safe-json.js'
import { toTable } from '../listing/table.js'
import { hereIn, shortIds } from '../record/find-conversation.js'
import type { Shell } from '../shell.js'
import { withAgent } from './agent-filter.js'
import { type ShelvedConversation, withLibrary } from './library.js'
import { columnsFor, resumeCommand, toCells, toJson } from './shown-conversation.js'

export interface ListOptions {
  readonly agent?: string | undefined
  readonly cwd?: string | undefined
  readonly all?: boolean | undefined
  readonly limit: number
  readonly format: 'text' | 'json'
}

export async function listSessions(options: ListOptions, shell: Shell): Promise<number> {
  const { all, found, shown } = await withLibrary(shell, async library => {
    const every = await library.all()
    const chosen = select(every, options, shell.cwd)
    const first = chosen.slice(0, options.limit).map(each => library.complete(each))
    return { all: every, found: chosen, shown: await Promise.all(first) }
  })
  if (options.format === 'json') {
    await print(shell.stdout, toSafeJsonText(shown.map(toJson)))
    return EXIT.ok
  }
  if (shown.length === 0) await print(shell.stderr, nothing(all.length, options))
  else await show({ shown, found: found.length, all, isHere: !isAnywhere(options) }, shell)
  return EXIT.ok
}

function select(
  all: readonly ShelvedConversation[],
  options: ListOptions,
  here: string,
): readonly ShelvedConversation[] {
  const isThere = isAnywhere(options) ? () => true : hereIn(resolve(here, options.cwd ?? '.'))
  const isWith = withAgent(options.agent)
  return all.filter(each => isWith(each) && isThere(each))
}

const isAnywhere = ({ all, cwd }: ListOptions): boolean => all === true && cwd === undefined

interface Found {
  readonly shown: readonly ShelvedConversation[]
  readonly found: number
  readonly all: readonly ShelvedConversation[]
  /** All of those that are shown are of one directory. */
  readonly isHere: boolean
}

async function show({ shown, found, all, isHere }: Found, shell: Shell): Promise<void> {
  const short = shortIds(all)
  const rows = shown.map(each => toCells(each, short, shell))
  await print(shell.stdout, toTable(columnsFor(shown, isHere), rows, shell.stdout))
  const [latest] = shown
  if (!shell.stdout.isTTY || latest === undefined) return
  const more = found > shown.length ? `\n${found - shown.length} more: --limit ${found} shows them.` : ''
  await print(shell.stderr, `${more}\nTo go on with the first: ${resumeCommand(latest, short)}\n`)
}

function nothing(elsewhere: number, { all, agent }: ListOptions): string {
  const what = agent === undefined ? 'No conversation was' : 'No conversation with that agent was'
  if (all === true || elsewhere === 0) return `${what} recorded yet. \`parley run "…"\` begins one.\n`
  return `${what} recorded in this directory. \`parley sessions --all\` lists those of every directory (${elsewhere}).\n`
}
