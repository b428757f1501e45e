/** What came of things that belong to no open conversation. It goes by itself; the status region says it aloud. */

import { Button } from '../parts/button.js'
import { Icon } from '../parts/icon.js'
import { Words } from '../parts/words.js'
import type { Notice } from '../state/workbench.js'

const ICONS = { info: 'info', warning: 'warning', error: 'cross' } as const

export function NoticeList({ notices }: { readonly notices: readonly Notice[] }) {
  if (notices.length === 0) return null
  return (
    <ul className="notice-list" aria-label="Notices">
      {notices.slice(-4).map(({ id, tone, text, offer }) => (
        <li key={id} data-status={tone}>
          <Icon name={ICONS[tone]} label={tone} />
          <span>
            <Words>{text}</Words>
          </span>
          {offer && <Button label={offer.label} tone="quiet" onClick={offer.act} />}
        </li>
      ))}
    </ul>
  )
}
