/** The rows of one wire by their numbers: all of them, or only those that were not forgotten. */

import type { OpenRow } from './row-maker.js'

export class RowShelf {
  readonly kept: OpenRow[] = []
  #forgotten = 0

  /** How many there have been. */
  get count(): number {
    return this.#forgotten + this.kept.length
  }

  at(number: number): OpenRow | undefined {
    return this.kept[number - this.#forgotten]
  }

  /** Those from a number on. */
  from(number: number): readonly OpenRow[] {
    return this.kept.slice(number - this.#forgotten)
  }

  add(row: OpenRow): void {
    this.kept.push(row)
  }

  /** They keep their numbers, and so do those that follow. */
  forget(): void {
    this.#forgotten = this.count
    this.kept.length = 0
  }
}
