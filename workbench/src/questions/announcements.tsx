/** What is asked in other conversations: who asks, where, and the way there. */

import { boundedLine } from '@parley/acp/guard'
import { Button } from '../parts/button.js'
import { Icon } from '../parts/icon.js'
import type { Question } from '../state/question.js'

export interface Announcement {
  readonly key: string
  readonly agent: string
  readonly cwd: string
  readonly question: Question
}

interface AnnouncementsProps {
  readonly announcements: readonly Announcement[]
  readonly onGo: (key: string) => void
}

const MOST = 3

export function Announcements({ announcements, onGo }: AnnouncementsProps) {
  if (announcements.length === 0) return null
  const rest = announcements.length - MOST
  return (
    <ul className="announcements" aria-label="Questions in other conversations">
      {announcements.slice(0, MOST).map(announcement => (
        <li key={announcement.key} className="announcement">
          <Icon name="question" />
          <span className="announcement-words">{wordsFor(announcement)}</span>
          <Button label="Go there" tone="quiet" onClick={() => onGo(announcement.key)} />
        </li>
      ))}
      {rest > 0 && <li className="announcement">{`and ${rest} more`}</li>}
    </ul>
  )
}

export function wordsFor({ agent, cwd, question }: Announcement): string {
  const place = cwd.split('/').findLast(part => part !== '') ?? cwd
  return boundedLine(`${agent} in ${place} ${asksFor(question)}`, 200)
}

function asksFor(question: Question): string {
  switch (question.is) {
    case 'permission':
      return `asks: ${question.title}`
    case 'form':
      return `asks: ${question.message}`
    case 'url':
      return 'wants you to visit an address'
    case 'sign-in':
      return 'wants you to sign in'
  }
}
