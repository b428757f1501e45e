/** Puts a text onto the clipboard, and says for a moment what came of it. */

import { useEffect, useRef, useState } from 'react'

export type Copied = 'Copied' | 'Not copied'

const SAID_FOR = 1_600

/** The text, or a way to make it when it is wanted. */
export function useCopying(
  text: string | (() => string),
): readonly [said: Copied | undefined, copy: () => void] {
  const [said, setSaid] = useState<Copied>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const say = (words: Copied): void => {
    setSaid(words)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setSaid(undefined), SAID_FOR)
  }
  const copy = (): void => {
    const words = typeof text === 'function' ? text() : text
    // Where the page is not secure there is no clipboard at all.
    const written =
      navigator.clipboard?.writeText(words) ?? Promise.reject(new Error('there is no clipboard'))
    void written.then(
      () => say('Copied'),
      () => say('Not copied'),
    )
  }
  return [said, copy]
}
