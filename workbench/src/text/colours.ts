/** When colours come: not while code grows, not for very long code, and only once what makes them was loaded. */

import { useSyncExternalStore } from 'react'
import type { Coloured, colour } from './highlighting.js'

type Maker = typeof colour

const MOST_LENGTH = 24_000
const MOST_KEPT = 300

let maker: Maker | undefined
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
  const isWanted = code !== '' && language !== '' && code.length <= MOST_LENGTH
  const make = useSyncExternalStore(isWanted ? listen : nobody, currentMaker, () => undefined)
  if (!isWanted || make === undefined) return undefined
  const key = `${language}\n${code}`
  if (!kept.has(key)) {
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(key, make(code, language.toLowerCase()))
  }
  return kept.get(key)
}
