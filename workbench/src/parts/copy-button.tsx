/** Copies a text, with an icon that says whether it was done. */

import { useCopying } from '../text/copying.js'
import { Button, IconButton } from './button.js'

interface CopyButtonProps {
  /** The text, or a way to make it when it is wanted. */
  readonly text: string | (() => string)
  readonly label?: string | undefined
  /** With its words beside the icon. */
  readonly hasWords?: boolean | undefined
}

export function CopyButton({ text, label = 'Copy', hasWords = false }: CopyButtonProps) {
  const [said, copy] = useCopying(text)
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
