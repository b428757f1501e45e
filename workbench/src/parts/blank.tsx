/** A place where nothing is: what would be here, and what to do about it. */

import type { ReactNode } from 'react'
import { Icon } from './icon.js'
import type { IconName } from './icon-shapes.js'

interface BlankProps {
  readonly icon: IconName
  readonly title: string
  readonly children?: ReactNode
  readonly status?: string | undefined
}

export function Blank({ icon, title, children, status }: BlankProps) {
  return (
    <div className="blank" data-status={status}>
      <Icon name={icon} />
      <p className="blank-title">{title}</p>
      {children !== undefined && <div className="blank-words">{children}</div>}
    </div>
  )
}
