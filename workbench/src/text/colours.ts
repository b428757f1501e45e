/** When colours come: not while code grows, not for very long code, and only once what makes them was loaded. */

import { useSyncExternalStore } from 'react'
import type { Coloured, colour } from './highlighting.js'

type Maker = typeof colour

const MOST_LENGTH = 12_000
/** Patterns of languages go over such a run again for each of its letters. Nobody writes code like that by hand. */
const LONG_RUN = /\w{81}|\S{201}/
/** What takes longer than a moment was hardly written to be read; the page has so much time for all of that together. */
const MOMENT_MILLISECONDS = 100
const MOST_MILLISECONDS = 2_000
const MOST_KEPT = 300

let maker: Maker | undefined
let patience = MOST_MILLISECONDS
let isLoading = false
const listeners = new Set<() => void>()
// Rows of a long conversation come and go; what was coloured once need not be coloured again.
const kept = new Map<string, readonly Coloured[] | undefined>()

function listen(listener: () => void): () => void {
  listeners.add(listener)
  if (!isLoading) load()
  return () => void listeners.delete(listener)
}

function load(): void {
  isLoading = true
  void import('./highlighting.js').then(
    loaded => {
      maker = loaded.colour
      for (const tell of listeners) tell()
    },
    // Without colours it can be read as well.
    () => undefined,
  )
}

const currentMaker = (): Maker | undefined => maker
const nobody = (): (() => void) => () => undefined

/** The pieces of a code with their colours, where there are any. */
export function useColours(code: string, language: string): readonly Coloured[] | undefined {
  const isWanted = language !== '' && isColourable(code)
  const make = useSyncExternalStore(isWanted ? listen : nobody, currentMaker, () => undefined)
  if (!isWanted || make === undefined) return undefined
  const key = `${language}\n${code}`
  if (!kept.has(key) && patience > 0) {
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(
      key,
      timed(() => make(code, language.toLowerCase())),
    )
  }
  return kept.get(key)
}

/** Whether it is of a kind that colours are made for without keeping anybody waiting. */
export function isColourable(code: string): boolean {
  return code !== '' && code.length <= MOST_LENGTH && !LONG_RUN.test(code)
}

function timed<Made>(make: () => Made): Made {
  const begun = performance.now()
  const made = make()
  const took = performance.now() - begun
  if (took > MOMENT_MILLISECONDS) patience -= took
  return made
}
