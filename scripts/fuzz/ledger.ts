/** Who is owed an answer, and whether each got exactly one. Knows ids; knows no method. */
import type { Asked, Owed } from './judge.js'

interface Entry {
  readonly method: string | undefined
  /** Answers that must still come under this id. */
  sure: number
  /** Asked again while the first was open: answered under the id or, as a duplicate, under null. */
  spare: number
}

const keyOf = (id: unknown): string => `${typeof id} ${String(id)}`

export class Ledger {
  readonly #entries = new Map<string, Entry>()
  #open = 0
  #expected = 0
  #optional = 0
  #nameless = 0
  #spares = 0
  #seen = 0
  #seenNameless = 0

  /** Whether everything owed has come, apart from what may or may not be answered. */
  get isSettled(): boolean {
    return this.#open === 0 && this.#seen >= this.#expected
  }

  expect({ asked, nameless, optional }: Owed): void {
    for (const each of asked) this.#ask(each)
    this.#nameless += nameless
    this.#optional += optional
    this.#expected += nameless
  }

  /** So many answers without an id may come or not. */
  allow(optional: number): void {
    this.#optional += optional
  }

  /** The method this answers, or a complaint about an answer to nothing. */
  settle(id: unknown): { readonly method?: string | undefined; readonly complaint?: string } {
    this.#seen++
    if (this.#seen > this.#expected + this.#optional)
      return { complaint: 'one answer more than there is anything to answer' }
    return id === null ? this.#settleNameless() : this.#settleNamed(id)
  }

  /** What is wrong at the end, when nothing more will come. */
  describe(): string {
    const open = [...this.#entries].filter(([, { sure }]) => sure > 0).map(([key]) => key.slice(0, 80))
    return `${this.#expected} answers owed, ${this.#seen} given; open: ${open.slice(0, 10).join(', ') || 'none'}`
  }

  #ask({ id, method, isSure }: Asked): void {
    const known = this.#entries.get(keyOf(id))
    const isRepeated = known !== undefined && known.sure > 0
    if (isSure) this.#expected++
    else this.#optional++
    if (isRepeated) this.#spares++
    if (isSure && !isRepeated) {
      this.#open++
      this.#entries.set(keyOf(id), { method, sure: 1, spare: known?.spare ?? 0 })
    } else if (known === undefined) this.#entries.set(keyOf(id), { method, sure: 0, spare: 1 })
    else known.spare++
  }

  #settleNameless(): { readonly complaint?: string } {
    this.#seenNameless++
    return this.#seenNameless > this.#nameless + this.#spares + this.#optional
      ? { complaint: 'an answer without an id, and nothing that asks for one' }
      : {}
  }

  #settleNamed(id: unknown): { readonly method?: string | undefined; readonly complaint?: string } {
    const entry = this.#entries.get(keyOf(id))
    if (entry === undefined || entry.sure + entry.spare === 0)
      return { complaint: `an answer to ${keyOf(id).slice(0, 80)}, which nobody asks or which was answered` }
    // Which of several calls with one id this answers cannot be told.
    if (entry.sure === 0) {
      entry.spare--
      return {}
    }
    entry.sure = 0
    this.#open--
    return entry.spare > 0 ? {} : { method: entry.method }
  }
}
