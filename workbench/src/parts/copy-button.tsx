/** Puts a text onto the clipboard, and says so for a moment. */

import { useRef, useState } from 'react'
import { Button, IconButton } from './button.js'

interface CopyButtonProps {
  /** The text, or a way to make it when it is wanted. */
  readonly text: string | (() => string)
  readonly label?: string | undefined
  /** With its words beside the icon. */
  readonly hasWords?: boolean | undefined
}

const SAID_FOR = 1_600

export function CopyButton({ text, label = 'Copy', hasWords = false }: CopyButtonProps) {
  const [said, setSaid] = useState<'Copied' | 'Not copied'>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const say = (words: 'Copied' | 'Not copied'): void => {
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
  const icon = said === undefined ? 'copy' : said === 'Copied' ? 'check' : 'cross'
  const Made = hasWords ? Button : IconButton
  return (
    <Made
      icon={icon}
      label={said ?? label}
      onClick={copy}
      data-status={said === 'Copied' ? 'done' : undefined}
    />
  )
}
