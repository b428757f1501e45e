/** A hub over real files and real processes, and everything put away behind it. */
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type DiskJournal, diskJournal } from '@parley/acp/node'
import type { Journal } from '@parley/acp/store'
import { onTestFinished } from 'vitest'
import { type SessionHub, type SessionHubOptions, sessionHub } from '../serving/session-hub.js'
import type { AgentProgram } from '../upstream/launch.js'

export const AGENT = fileURLToPath(new URL('../fixtures/agent.mjs', import.meta.url))

/** An agent that finishes nothing. */
export const STUBBORN: AgentProgram = {
  command: process.execPath,
  args: [fileURLToPath(new URL('../fixtures/stubborn.mjs', import.meta.url))],
}

export interface Place {
  readonly folder: string
  readonly journal: DiskJournal
  readonly hub: SessionHub
  readonly pids: number[]
  /** The prompts that agents have carried out. */
  carriedOut(): Promise<readonly string[]>
  /** The same place after everything was closed and opened again. */
  again(): Promise<Place>
}

export interface PlaceOptions extends Partial<Omit<SessionHubOptions, 'journal' | 'agents'>> {
  readonly agents?: Readonly<Record<string, AgentProgram>> | undefined
  readonly keeps?: boolean
  readonly wrap?: (journal: Journal) => Journal
  readonly folder?: string
}

export async function makePlace(options: PlaceOptions = {}): Promise<Place> {
  const { keeps = false, wrap = journal => journal, agents, ...rest } = options
  const folder = options.folder ?? (await realpath(await mkdtemp(join(tmpdir(), 'parley-hub-'))))
  const journal = diskJournal({ directory: join(folder, 'hub'), isSynced: true })
  const env = { PLACE: folder, KEEPS: keeps ? 'yes' : 'no' }
  const usual = { fixture: { command: process.execPath, args: [AGENT], env } }
  const programs = new Map(Object.entries(agents ?? usual))
  const hub = sessionHub({ ...rest, agents: programs, journal: wrap(journal) })
  const close = async (): Promise<void> => {
    await hub.close(0)
    await journal.close()
  }
  onTestFinished(async () => {
    await close()
    if (options.folder === undefined) await rm(folder, { recursive: true, force: true })
  })
  const again = async (): Promise<Place> => {
    await close()
    return await makePlace({ ...options, folder })
  }
  const carriedOut = async (): Promise<readonly string[]> => {
    const text = await readFile(join(folder, 'carried-out'), 'utf8').catch(() => '')
    return text.split('\n').filter(line => line !== '')
  }
  return { folder, journal, hub, pids: [], carriedOut, again }
}
