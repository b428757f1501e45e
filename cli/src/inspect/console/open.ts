/** `parley inspect -- <command>` at a terminal: an agent, its timeline, and somebody who says what is sent. */

import { resolve } from 'node:path'
import { boundedLine } from '@parley/acp/guard'
import { createOnlooker, type Entry, loadFacts, type Onlooker } from '@parley/acp/inspect'
import type { RemoteAddress } from '@parley/conformance'
import { shownArguments, toLine } from '../../agents/command-line.js'
import type { Frame, Size } from '../../chat/screen/frame.js'
import { EXIT } from '../../exit-code.js'
import type { Shell } from '../../shell.js'
import type { ReaderSettings } from '../proxy/copy.js'
import { readerSettings } from '../proxy/proxy.js'
import { rowsWithin } from '../timeline/draw.js'
import { Screen } from '../timeline/screen.js'
import { readParams } from './call-params.js'
import type { ConsoleFlags } from './flags.js'
import { initializeParams } from './greeting.js'
import { type Ledger, openLedger } from './ledger.js'
import {
  answerText,
  type Console,
  type ConsoleEffect,
  type ConsoleEvent,
  type Held,
  newConsole,
  sending,
} from './model.js'
import { type ConsoleWire, reachWire } from './remote-wire.js'
import { type Reusable, reusableOf } from './reusable.js'
import { openSandbox, type Sandbox } from './sandbox.js'
import { EntryShelf } from './shelf.js'
import { update } from './update.js'
import { OWN_LINES, view } from './view.js'
import { openWire } from './wire.js'

/** Until somebody leaves; resolves with the exit code. The agent and all it started are gone by then. */
export async function openConsole(
  command: readonly string[],
  flags: ConsoleFlags,
  shell: Shell,
): Promise<number> {
  const { profile = 'hold' } = flags
  const own = flags.cwd === undefined ? undefined : resolve(shell.cwd, flags.cwd)
  const sandbox = await openSandbox(own)
  const [one, two, onlooker] = await Promise.all([
    loadFacts('v1-unstable'),
    loadFacts('v2-unstable'),
    createOnlooker(),
  ])
  const [program = '', ...args] = command
  const settings = {
    facts: { 1: one, 2: two },
    offered: flags.protocol === '2' ? 2 : 1,
    capabilities: flags.capabilities === undefined ? undefined : await readParams(flags.capabilities, shell),
    cwd: own ?? (profile === 'sandbox' ? sandbox.folder : shell.cwd),
    profile,
  } as const
  const console = newConsole(toLine([program, ...shownArguments(args)]), onlooker, settings)
  const { record, seal, watch, remote } = flags
  const elsewhere =
    remote === undefined ? {} : { carrier: remote.transport, secrets: Object.values(remote.headers) }
  const recorded = readerSettings(command, { record, seal, isAlone: watch === false, ...elsewhere }, shell)
  const table = new Table(console, { onlooker, sandbox, shell })
  try {
    return await table.run(command, { recorded, remote, shakesHands: flags.handshake !== false })
  } finally {
    await sandbox.close()
  }
}

interface Means {
  readonly onlooker: Onlooker
  readonly sandbox: Sandbox
  readonly shell: Shell
}

interface Beginning {
  readonly recorded: ReaderSettings
  readonly shakesHands: boolean
  readonly remote: RemoteAddress | undefined
}

class Table {
  readonly #onlooker: Onlooker
  readonly #sandbox: Sandbox
  readonly #shell: Shell
  readonly #screen: Screen
  readonly #shelf = new EntryShelf()
  #console: Console
  #wire: ConsoleWire | undefined
  #ledger: Ledger | undefined
  #isOpen = false
  #fresh: Entry[] = []

  constructor(console: Console, { onlooker, sandbox, shell }: Means) {
    this.#console = console
    this.#onlooker = onlooker
    this.#sandbox = sandbox
    this.#shell = shell
    this.#screen = new Screen(shell, {
      frame: size => this.#frame(size),
      hear: input => (input.type === 'resize' ? this.#fit() : this.#step({ is: 'input', input })),
    })
  }

  async run(command: readonly string[], { recorded, remote, shakesHands }: Beginning): Promise<number> {
    const { cwd } = this.#console
    const ledger = await openLedger(recorded, notice => this.#step({ is: 'told', notice }))
    this.#ledger = ledger
    const options = { cwd, env: this.#shell.env, onEntry: (entry: Entry) => this.#take(entry) }
    const opening = remote === undefined ? openWire(command, options) : reachWire(remote, options)
    const wire = await opening.catch(async (error: unknown) => {
      await ledger.close()
      throw error
    })
    this.#wire = wire
    this.#isOpen = true
    this.#screen.open()
    this.#fit()
    void wire.ended.then(() => {
      this.#flush()
      this.#onlooker.end()
      this.#step({ is: 'ended', notice: 'The agent is gone. q leaves.' })
    })
    if (shakesHands) this.#shakeHands()
    const exitCode = await this.#screen.closed
    await wire.close()
    await wire.ended
    await ledger.close()
    return exitCode
  }

  #shakeHands(): void {
    const { offered: version, capabilities, profile } = this.#console
    const params = initializeParams({ version, capabilities, isManned: profile === 'hold' })
    const purpose = { is: 'call', method: 'initialize', kind: 'request' } as const
    this.#go(sending(this.#console, purpose, params))
  }

  /** What comes together is seen together. */
  #take(entry: Entry): void {
    this.#ledger?.append(entry)
    if (this.#fresh.length === 0) setImmediate(() => this.#flush())
    this.#fresh.push(entry)
  }

  #flush(): void {
    const entries = this.#fresh
    if (entries.length === 0) return
    this.#fresh = []
    for (const entry of entries) {
      this.#onlooker.see(entry)
      this.#shelf.add(entry)
    }
    this.#step({ is: 'passed', entries, count: this.#onlooker.rows.length })
  }

  #frame(size: Size): Frame {
    const { lines, cursor } = view(this.#console, size)
    const title = `inspect ${boundedLine(this.#console.timeline.title, 80)}`
    return { settled: [], live: lines, cursor, title, isFull: true }
  }

  #fit(): void {
    const { size } = this.#screen
    const own = { ...size, rows: size.rows - OWN_LINES }
    this.#step({ is: 'height', rows: rowsWithin(own, this.#console.timeline) })
  }

  #step(event: ConsoleEvent): void {
    const { hasStderr } = this.#console.timeline
    this.#go(update(this.#console, event))
    if (this.#console.timeline.hasStderr !== hasStderr) this.#fit()
  }

  #go({ console, effects }: { readonly console: Console; readonly effects: readonly ConsoleEffect[] }): void {
    this.#console = console
    for (const effect of effects) this.#carryOut(effect)
    // A picture that nobody gets to see would count as one that stands there.
    if (this.#isOpen) this.#screen.draw()
  }

  #carryOut(effect: ConsoleEffect): void {
    switch (effect.do) {
      case 'send':
        return this.#send(effect.text)
      case 'carry-out':
        return void this.#serve(effect.held)
      case 'read':
        return this.#step({ is: 'entry', row: effect.row, entry: this.#entryOf(effect.row) })
      case 'reuse':
        return this.#step({ is: 'reused', what: this.#reusableAt(effect.row) })
      case 'quit':
        return this.#screen.close(EXIT.ok)
    }
  }

  /** What nobody hears is not said: it would wait for its answer for ever. */
  #send(text: string): void {
    if (this.#wire?.send(text) === false)
      this.#step({ is: 'told', notice: 'Nothing was sent: the agent listens no longer. q leaves.' })
  }

  async #serve(held: Held): Promise<void> {
    const answer = await this.#sandbox.answer(held.method, held.params)
    this.#send(answerText(held, answer))
  }

  #entryOf(row: number): Entry | undefined {
    return this.#shelf.at(this.#onlooker.rows[row]?.entry ?? -1)
  }

  #reusableAt(number: number): Reusable {
    const { rows } = this.#onlooker
    const row = rows[number]
    return row === undefined ? undefined : reusableOf(row, this.#entryOf(number), rows)
  }
}
