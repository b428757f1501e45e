/** `parley web`: a gateway with the page of the workbench, for one person on one machine, from its start to its end. */

import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { boundedLine, createRedactor } from '@parley/acp/guard'
import type { Gateway } from '@parley/gateway'
import { findAgent } from '../agents/catalogue.js'
import { EXIT } from '../exit-code.js'
import { demandDirectory } from '../run/settings.js'
import { stopped } from '../serve/stopped.js'
import type { Shell } from '../shell.js'
import { demandFolder } from '../usable-folder.js'
import { areTaken, forgetWishes, leaveWishes } from './agent-wishes.js'
import { canOpen, openBrowser } from './browser.js'
import type { WebFlags } from './flags.js'
import { watchAgents } from './later-agents.js'
import { openWeb } from './open-web.js'
import { type WebPlace, webPlace } from './place.js'
import { type Turn, takeTurn, toLink, type WebLink } from './running.js'
import { makeWayIn, type WayIn } from './way-in.js'
import { rememberFolder } from './web-config.js'
import { toAnother, toFound, toReady } from './web-text.js'

const MOST_CHARACTERS = 300

/** One call of the command: what it was told, and where it speaks. */
interface Call {
  readonly flags: WebFlags
  readonly shell: Shell
  readonly place: WebPlace
  readonly folder: string
  note(text: string): void
}

export async function webWork(flags: WebFlags, shell: Shell): Promise<number> {
  const folder = await demandDirectory(resolve(shell.cwd, flags.cwd ?? '.'), '--cwd')
  const place = webPlace(shell)
  await demandFolder(place.folder, { command: 'web' })
  const redactor = createRedactor()
  const note = (text: string): void =>
    void shell.stderr.write(`parley: ${boundedLine(redactor.text(text), MOST_CHARACTERS)}\n`)
  const call: Call = { flags, shell, place, folder, note }
  const turn = await takeTurn(place, () => prepare(call))
  if ('link' in turn) return await tellOther(call, { ...turn, link: into(folder, turn.link) })
  try {
    return await serve(call, turn)
  } finally {
    await turn.release()
  }
}

/** Before the one that runs is asked for a link: it learns of this folder, and of agents that it may not have. */
async function prepare({ flags, shell, place, folder }: Call): Promise<void> {
  await rememberFolder(place, folder)
  const { agent: named = [] } = flags
  // What is not there is said here, where it was typed.
  for (const each of named) await findAgent(each, shell)
  if (named.length > 0)
    await leaveWishes(
      place,
      named.map(agent => ({ agent, cwd: shell.cwd })),
    )
}

/** Another one serves this folder, too, and these agents. */
async function tellOther({ flags, shell, place, folder, note }: Call, found: WebLink): Promise<number> {
  if (flags.port !== undefined) note('the one that runs has its own port: end it first to change that')
  if (flags.agent !== undefined && !(await areTaken(place)))
    note('the one that runs has not taken up these agents: end it, and try again')
  shell.stdout.write(toFound({ ...found, folder, isAttended: false }, flags.format))
  // Whoever reads it may do so when we are gone; it is swept up by the next.
  await show(found.link, { flags, shell, place })
  return EXIT.ok
}

async function serve(call: Call, turn: Turn): Promise<number> {
  const { flags, shell, place, folder, note } = call
  await rememberFolder(place, folder)
  await forgetWishes(place)
  const { opened, agents } = await openWeb({ flags, shell, place, note })
  try {
    await turn.announce(opened.port)
    const ended = stopped()
    const isAttended = shell.stdin.isTTY === true
    const told = { ...linkOf(opened, folder), folder, agents: [...agents.keys()], isAttended }
    shell.stdout.write(toReady(told, flags.format))
    await using _ = await show(told.link, call)
    using _agents = watchAgents({ shell, place, opened, agents, hasAll: flags.agent === undefined, note })
    const hearing = hearEnter(call, opened)
    note(`${await ended}: turns under way may finish; once more ends at once`)
    hearing.close()
    await turn.withdraw()
  } finally {
    await opened.close()
  }
  return EXIT.ok
}

function linkOf({ url, makeTicket }: Gateway, folder: string): WebLink {
  return { url, link: into(folder, toLink(url, makeTicket({ role: 'editor' }) ?? '')) }
}

/** The page works in the folder of its link, whichever folder was told of last. */
const into = (folder: string, link: string): string =>
  `${link}&folder=${encodeURIComponent(folder).replaceAll('%2F', '/')}`

/** A program that asked for JSON opens what it likes by itself. */
async function show(
  link: string,
  { flags, shell, place }: Pick<Call, 'flags' | 'shell' | 'place'>,
): Promise<WayIn | undefined> {
  if (!flags.open || flags.format !== 'text' || !canOpen(shell)) return undefined
  // Where nothing can be kept the link is there to be read, and nothing is opened.
  const way = await makeWayIn(link, place.folder).catch(() => undefined)
  if (way !== undefined) await openBrowser(way.url, shell)
  return way
}

/** Each line, whatever is in it, asks for a fresh link. */
function hearEnter({ flags, shell, folder, note }: Call, opened: Gateway): { close(): void } {
  const lines = createInterface({ input: shell.stdin })
  lines.on('line', () => {
    const ticket = opened.makeTicket({ role: 'editor' })
    if (ticket === undefined) return note('too many links wait to be used: try again in half a minute')
    const { url } = opened
    shell.stdout.write(toAnother({ url, link: into(folder, toLink(url, ticket)) }, flags.format))
  })
  return lines
}
