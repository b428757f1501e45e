/** The keys of rows by their places. A list that is given another function measures everything anew, so it seldom is. */

import type { Row } from './rows.js'

type KeyOf = (index: number) => string

const FOOTER = 'footer'

export class RowKeys {
  #rows: readonly Row[] = []
  #keyOf: KeyOf = () => FOOTER

  /** The same function for as long as the keys are the same. */
  of(rows: readonly Row[]): KeyOf {
    if (rows !== this.#rows && !haveSameKeys(rows, this.#rows))
      this.#keyOf = index => this.#rows[index]?.key ?? FOOTER
    this.#rows = rows
    return this.#keyOf
  }
}

function haveSameKeys(some: readonly Row[], others: readonly Row[]): boolean {
  return (
    some.length === others.length &&
    some.every((row, index) => row === others[index] || row.key === others[index]?.key)
  )
}
