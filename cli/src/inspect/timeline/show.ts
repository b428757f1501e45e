/** Shows a source as a timeline: on the screen, or as lines where there is none. */

import { boundedLine } from '@parley/acp/guard'
import { createOnlooker, type Onlooker } from '@parley/acp/inspect'
import type { Frame, Size } from '../../chat/screen/frame.js'
import { EXIT } from '../../exit-code.js'
import type { Shell } from '../../shell.js'
import { draw, rowsWithin } from './draw.js'
import { newTimeline, type Timeline, type TimelineEffect, type TimelineEvent } from './model.js'
import { Screen } from './screen.js'
import { select } from './selection.js'
import type { Source } from './source.js'
import { update } from './update.js'

export interface ShowOptions {
  readonly filter?: string | undefined
}

/** Until somebody leaves; resolves with the exit code. */
export async function showTimeline(
  source: Source,
  { filter = '' }: ShowOptions,
  shell: Shell,
): Promise<number> {
  return new Show(source, await createOnlooker(), { filter, shell }).run()
}

class Show {
  readonly #source: Source
  readonly #onlooker: Onlooker
  readonly #screen: Screen
  #timeline: Timeline

  constructor(
    source: Source,
    onlooker: Onlooker,
    { filter, shell }: { readonly filter: string; readonly shell: Shell },
  ) {
    this.#source = source
    this.#onlooker = onlooker
    const { title, isFile } = source
    const timeline = { ...newTimeline(title, onlooker), isFile, isTail: !isFile }
    this.#timeline = select(timeline, { text: filter })
    this.#screen = new Screen(shell, {
      frame: size => this.#frame(size),
      hear: input => (input.type === 'resize' ? this.#fit() : this.#step({ is: 'input', input })),
    })
  }

  async run(): Promise<number> {
    this.#fit()
    this.#screen.open()
    this.#source.start({
      header: () => {},
      entries: entries => {
        for (const entry of entries) this.#onlooker.see(entry)
        this.#step({ is: 'rows', count: this.#onlooker.rows.length })
      },
      ended: notice => {
        this.#onlooker.end()
        this.#step({ is: 'ended', notice })
      },
    })
    const exitCode = await this.#screen.closed
    this.#source.close()
    return exitCode
  }

  #frame(size: Size): Frame {
    const { lines, cursor } = draw(this.#timeline, size)
    return {
      settled: [],
      live: lines,
      cursor,
      title: `inspect ${boundedLine(this.#timeline.title, 80)}`,
      isFull: true,
    }
  }

  #fit(): void {
    this.#step({ is: 'height', rows: rowsWithin(this.#screen.size, this.#timeline) })
  }

  #step(event: TimelineEvent): void {
    const { hasStderr } = this.#timeline
    const { timeline, effects } = update(this.#timeline, event)
    this.#timeline = timeline
    for (const effect of effects) this.#carryOut(effect)
    if (timeline.hasStderr !== hasStderr) this.#fit()
    this.#screen.draw()
  }

  #carryOut(effect: TimelineEffect): void {
    if (effect.do === 'quit') this.#screen.close(EXIT.ok)
    else if (effect.do === 'release') this.#source.release?.(effect.id)
    else void this.#read(effect.row)
  }

  async #read(number: number): Promise<void> {
    const row = this.#onlooker.rows[number]
    const entry = row && (await this.#source.read(row.entry).catch(() => undefined))
    this.#step({ is: 'entry', row: number, entry })
  }
}
