/** The screen of one terminal. Loaded when the first one is looked at: the emulator is the largest part of the page. */

import { useEffect, useRef } from 'react'
import { type Emulator, openEmulator } from './emulator.js'

export function TerminalScreen({ text, label }: { readonly text: string; readonly label: string }) {
  const place = useRef<HTMLDivElement>(null)
  const emulator = useRef<Emulator>(undefined)
  useEffect(() => {
    if (place.current === null) return
    const opened = openEmulator(place.current)
    emulator.current = opened
    return () => opened.dispose()
  }, [])
  useEffect(() => emulator.current?.show(text), [text])
  return <section className="terminals-screen" aria-label={label} ref={place} />
}
