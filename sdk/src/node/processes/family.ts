/** A process we started and everything it started in turn: asked first, then told, then killed. None of it outlives us. */

import { isWithin } from '../deadline.js'
import { type Member, membersOf, startOf } from './census.js'
import { newMark, toVariables } from './mark.js'
import { postReaper, tellReaper } from './reaper.js'

const families = new Set<Family>()

// A child in a group of its own hears neither the terminal's interrupt nor our end: we pass both on.
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function watch(): void {
  process.on('exit', killAll)
  for (const signal of endings) process.on(signal, endByItself)
}

function unwatch(): void {
  process.off('exit', killAll)
  for (const signal of endings) process.off(signal, endByItself)
}

/** Where nobody else listens, a signal means what it means without us: the end, but with the children. */
function endByItself(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return
  killAll()
  unwatch()
  process.kill(process.pid, signal)
}

/** The groups, at once; who left them is found by the reaper. */
function killAll(): void {
  for (const family of families) family.signal('SIGKILL')
}

const POLL_MILLISECONDS = 50
const MOST_SWEEPS = 40

/** How a family is ended. */
export interface Ending {
  /** Settles when the leader is gone. */
  readonly exited: Promise<unknown>
  /** Milliseconds between asking, telling and killing. */
  readonly patience: number
}

/**
 * Makes sure that somebody waits for our end, to end what we started. It comes by itself with the first program; a
 * program that may be killed in the very moment in which it starts its first one calls this before.
 */
export function guardProcesses(): void {
  postReaper([...families].flatMap(({ leader }) => leader ?? []))
}

/** Made before its leader is started, for the mark that the leader must carry. */
export class Family {
  readonly #mark = newMark()
  #leader: number | undefined
  #since: number | undefined
  #isEnding = false

  get leader(): number | undefined {
    return this.#leader
  }

  /** What the leader must find in its environment. */
  get variables(): Readonly<Record<string, string>> {
    return toVariables(this.#mark)
  }

  /** The leader runs; it leads its own group. */
  begin(leader: number | undefined): void {
    if (leader === undefined) return
    this.#leader = leader
    this.#since = startOf(leader)
    if (families.size === 0) watch()
    // An agent is on its way by now; making the reaper first would keep it waiting for some milliseconds.
    guardProcesses()
    families.add(this)
    tellReaper(`+${leader}`)
  }

  /** To be told when the leader is gone. Its number is free for others as soon as its group and session are empty. */
  async noteExit(): Promise<void> {
    const leader = this.#leader
    if (leader === undefined || this.#isEnding || this.#hasGroup()) return
    const isEmpty = async (): Promise<boolean> =>
      (await membersOf({ leader, since: this.#since }).catch(unlisted))?.length === 0
    if (process.platform === 'win32' || (await isEmpty())) this.#forget()
  }

  /** Signals the whole group; quiet when it is already gone. */
  signal(signal: NodeJS.Signals): void {
    if (this.#leader === undefined || !families.has(this)) return
    try {
      process.kill(process.platform === 'win32' ? this.#leader : -this.#leader, signal)
    } catch {
      // ESRCH: nobody is left to be signalled.
    }
  }

  /** Kills the group, and knows nothing of it from now on: for what needs no time to end, and may leave others behind. */
  dismiss(): void {
    this.#isEnding = true
    this.signal('SIGKILL')
    this.#forget()
  }

  /** Waits for the leader, then kills it; in the end whoever is left of the family is killed too. */
  async end({ exited, patience }: Ending): Promise<void> {
    this.#isEnding = true
    if (!(await isWithin(exited, patience))) return await this.kill({ exited, patience })
    await this.#sweep([])
  }

  /** SIGTERM, waits, then SIGKILL. Everybody in the group has the same time to end, not only the leader. */
  async kill({ exited, patience }: Ending): Promise<void> {
    this.#isEnding = true
    // Children are looked for while their parents live: later nothing might lead to them.
    const known = (families.has(this) && (await this.#members())) || []
    const deadline = performance.now() + patience
    this.signal('SIGTERM')
    await isWithin(exited, patience)
    while (performance.now() < deadline && this.#hasGroup() && (await this.#members())?.length !== 0)
      await pause(POLL_MILLISECONDS)
    this.signal('SIGKILL')
    await exited
    await this.#sweep(known)
  }

  /** Kills who is left until nobody is: while we look, one of them may start another. */
  async #sweep(known: readonly Member[]): Promise<void> {
    this.signal('SIGKILL')
    for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
      const members = await this.#members(known)
      if (members?.length === 0) break
      for (const { pid } of members ?? []) killOne(pid)
      await pause(sweep === 0 ? 1 : POLL_MILLISECONDS)
    }
    this.#forget()
  }

  /** Nothing where it cannot be told just now. */
  async #members(known: readonly Member[] = []): Promise<readonly Member[] | undefined> {
    if (this.#leader === undefined || process.platform === 'win32') return []
    // A leader that was forgotten is a number that may be anybody's by now.
    const leader = families.has(this) ? this.#leader : undefined
    return await membersOf({ leader, mark: this.#mark, since: this.#since }, known).catch(unlisted)
  }

  #hasGroup(): boolean {
    if (this.#leader === undefined || !families.has(this)) return false
    try {
      return process.kill(process.platform === 'win32' ? this.#leader : -this.#leader, 0)
    } catch {
      return false
    }
  }

  #forget(): void {
    if (!families.delete(this)) return
    tellReaper(`-${this.#leader}`)
    if (families.size === 0) unwatch()
  }
}

/** Without a free descriptor nobody can be looked for. */
function unlisted(): undefined {}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It was quicker.
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}
