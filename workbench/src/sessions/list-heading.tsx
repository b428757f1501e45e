/** What stands over conversations in the list: their project, or the fold of those that were put away. */

import { sanitizeLine } from '@parley/acp/guard'
import { Icon } from '../parts/icon.js'
import type { ListItem } from './session-groups.js'

interface ListHeadingProps {
  readonly item: Exclude<ListItem, { readonly is: 'session' }>
  readonly onArchive: () => void
}

export function ListHeading({ item, onArchive }: ListHeadingProps) {
  if (item.is === 'project')
    return (
      <h3 className="list-heading" title={sanitizeLine(item.cwd)}>
        <Icon name="folder" />
        <span>{sanitizeLine(item.name)}</span>
      </h3>
    )
  return (
    <button type="button" className="list-heading" aria-expanded={item.isOpen} onClick={onArchive}>
      <Icon name={item.isOpen ? 'chevron-down' : 'chevron-right'} />
      <span>Archived</span>
      <span className="list-heading-count">{item.count}</span>
    </button>
  )
}
