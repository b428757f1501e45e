/** A few words that say how something stands, or what it is. */

import type { ReactNode } from 'react'
import { Icon } from './icon.js'
import type { IconName } from './icon-shapes.js'

interface ChipProps {
  readonly children: ReactNode
  readonly tone?: 'neutral' | 'ok' | 'warn' | 'error' | 'info' | 'accent' | undefined
  readonly icon?: IconName | undefined
  readonly title?: string | undefined
  readonly status?: string | undefined
}

export function Chip({ children, tone = 'neutral', icon, title, status }: ChipProps) {
  return (
    <span className="chip" data-tone={tone} data-status={status} title={title}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </span>
  )
}
