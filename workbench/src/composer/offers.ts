/** What is offered while somebody writes, and which of it is marked. Files are asked for when the typing rests. */

import type { SessionCommand } from '@parley/acp/client'
import { useEffect, useMemo, useState } from 'react'
import { type Completing, completingAt, type Offer, offerCommands, offerFiles } from './completion.js'

export interface Offers {
  readonly completing: Completing | undefined
  readonly list: readonly Offer[]
  readonly marked: number
  readonly mark: (index: number) => void
  readonly close: () => void
}

interface Writing {
  readonly text: string
  readonly cursor: number
  readonly commands: readonly SessionCommand[]
  readonly cwd: string
  /** Absent where the folder cannot be looked at. */
  readonly findFiles?: ((query: string) => Promise<readonly string[]>) | undefined
}

const REST = 80
const MOST = 50

export function useOffers({ text, cursor, commands, cwd, findFiles }: Writing): Offers {
  const completing = useMemo(() => completingAt(text, cursor), [text, cursor])
  const name = completing === undefined ? '' : `${completing.is} ${completing.start} ${completing.query}`
  const [closed, setClosed] = useState('')
  const [marking, setMarking] = useState({ name, index: 0 })
  const paths = useFoundFiles(completing?.is === 'file' ? completing.query : undefined, findFiles)
  const list = useMemo(() => {
    if (completing === undefined) return []
    const all =
      completing.is === 'command' ? offerCommands(commands, completing.query) : offerFiles(paths, cwd)
    return all.slice(0, MOST)
  }, [completing, commands, paths, cwd])
  const isOpen = completing !== undefined && name !== closed && list.length > 0
  const marked = marking.name === name ? Math.min(marking.index, list.length - 1) : 0
  return {
    completing: isOpen ? completing : undefined,
    list: isOpen ? list : [],
    marked,
    mark: index => setMarking({ name, index: (index + list.length) % list.length }),
    close: () => setClosed(name),
  }
}

const NONE: readonly string[] = []

/** The files of the last query stay until those of the next are there: a list that comes and goes cannot be aimed at. */
function useFoundFiles(query: string | undefined, findFiles: Writing['findFiles']): readonly string[] {
  const [paths, setPaths] = useState(NONE)
  useEffect(() => {
    if (query === undefined || findFiles === undefined) return setPaths(NONE)
    let isWanted = true
    const timer = setTimeout(() => {
      const show = (found: readonly string[]): void => void (isWanted && setPaths(found))
      findFiles(query).then(
        found => show(found ?? NONE),
        () => show(NONE),
      )
    }, REST)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [query, findFiles])
  return paths
}
