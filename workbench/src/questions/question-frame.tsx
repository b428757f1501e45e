/** A question as a card: who asks, how many wait, and the way from one to the next. It takes the focus if nobody types. */

import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from '../parts/button.js'
import { Icon } from '../parts/icon.js'
import type { IconName } from '../parts/icon-shapes.js'
import { deafWhile, useAge } from './early.js'
import { isTyping, leaveField, noteWriting } from './focus.js'

/** Which of how many, and how to see another. */
export interface Standing {
  readonly place: number
  readonly count: number
  readonly onTurn: (by: 1 | -1) => void
}

interface QuestionFrameProps {
  readonly icon: IconName
  readonly kind: string
  readonly title: ReactNode
  readonly standing: Standing
  readonly status: string
  readonly children: ReactNode
  /** What is asked, where it can be answered here: another one is not answered by what was meant for this. */
  readonly subject?: unknown
  readonly onKeyDown?: ((event: KeyboardEvent<HTMLElement>) => void) | undefined
}

export function QuestionFrame({
  icon,
  kind,
  title,
  standing,
  status,
  children,
  subject,
  onKeyDown,
}: QuestionFrameProps) {
  const name = useId()
  const card = useRef<HTMLElement>(null)
  const deaf = deafWhile(useAge(subject))
  useEffect(() => {
    if (!isTyping()) (card.current?.querySelector<HTMLElement>('[data-first]') ?? card.current)?.focus()
  }, [])
  useLayoutEffect(() => {
    const { current } = card
    return () => leaveField(current)
  }, [])
  return (
    <section
      ref={card}
      className="question"
      tabIndex={-1}
      aria-labelledby={name}
      data-status={status}
      onKeyDown={onKeyDown}
      onInput={noteWriting}
      {...(subject !== undefined && deaf)}
    >
      <header className="question-head">
        <Icon name={icon} />
        <span className="question-kind">{kind}</span>
        <Turning {...standing} />
      </header>
      <h2 id={name} className="question-title">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Turning({ place, count, onTurn }: Standing) {
  if (count < 2) return null
  return (
    <span className="question-turning">
      <IconButton icon="chevron-left" label="Previous question" shortcut="p" onClick={() => onTurn(-1)} />
      <span>
        {place + 1} of {count}
      </span>
      <IconButton icon="chevron-right" label="Next question" shortcut="n" onClick={() => onTurn(1)} />
    </span>
  )
}
