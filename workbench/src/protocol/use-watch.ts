/** A wire as a component sees it: watched as long as it is looked at, with the filter kept up to date. */

import { type Facts, loadFacts } from '@parley/acp/inspect'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { extend, flawWords, type Selection, selectBy } from './selection.js'
import { type Source, Watch } from './watch.js'

/** Another one with every other source. */
export function useWatch(source: Source): Watch {
  const [watch, setWatch] = useState(() => new Watch(source))
  if (watch.source !== source) setWatch(new Watch(source))
  useEffect(() => () => watch.close(), [watch])
  useSyncExternalStore(watch.subscribe, watch.snapshot)
  return watch
}

export interface Selected {
  readonly shown: readonly number[]
  /** How many lists are not shown. */
  readonly hidden: number
  readonly flaw: string | undefined
}

/** The rows that the filter lets through; while it cannot be understood, what the one before it did. */
export function useSelection(watch: Watch, filter: string, hidesLists: boolean): Selected {
  const [last, setLast] = useState<{ readonly watch: Watch; readonly selection: Selection }>()
  const wanted = useMemo(() => selectBy(filter, hidesLists), [filter, hidesLists])
  const isFlawed = 'expected' in wanted
  const isAsBefore = isFlawed
    ? last?.selection.hidesLists === hidesLists
    : last?.selection.query === wanted.query
  const isSame = last?.watch === watch && isAsBefore
  const base = isSame
    ? last.selection
    : isFlawed
      ? selectBy('', hidesLists)
      : { ...wanted, seen: 0, shown: [] }
  const selection = 'expected' in base ? undefined : extend(base, watch.rows)
  if (selection !== undefined && selection !== last?.selection) setLast({ watch, selection })
  return {
    ...{ shown: selection?.shown ?? [], hidden: selection?.hidden ?? 0 },
    flaw: isFlawed ? flawWords(wanted) : undefined,
  }
}

/** What the schema says, once it is known which version is spoken. */
export function useFacts(version: 1 | 2 | undefined): Facts | undefined {
  const [facts, setFacts] = useState<Facts>()
  useEffect(() => {
    let isWanted = true
    void loadFacts(version === 2 ? 'v2-unstable' : 'v1-unstable').then(loaded => {
      if (isWanted) setFacts(loaded)
    })
    return () => {
      isWanted = false
    }
  }, [version])
  return facts
}
