/** An agent asks for leave. It is answered by a button or a key, never by what somebody was typing when it appeared. */

import { boundedLine } from '@parley/acp/guard'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import type { IconName } from '../parts/icon-shapes.js'
import type { Rejection } from '../state/actions.js'
import type { PermissionQuestion } from '../state/question.js'
import { inUsualOrder } from './choice-order.js'
import { useAge } from './early.js'
import { isField } from './focus.js'
import { PermissionAnswers } from './permission-answers.js'
import { PermissionFacts } from './permission-facts.js'
import { permissionAction, type QuestionAction, type QuestionStroke } from './permission-keys.js'
import { QuestionFrame, type Standing } from './question-frame.js'
import { cardTitle } from './question-title.js'

interface PermissionCardProps {
  readonly question: PermissionQuestion
  readonly standing: Standing
  /** Whoever only looks on cannot answer. */
  readonly canAnswer: boolean
  /** Without an option it is dismissed. */
  readonly onAnswer: (optionId: string | undefined) => void
  readonly onReject: (rejection: Rejection) => void
}

export function PermissionCard({ question: asked, standing, canAnswer, ...on }: PermissionCardProps) {
  const question = useMemo(() => ({ ...asked, choices: inUsualOrder(asked.choices) }), [asked])
  const ageOf = useAge(question)
  const [isExplaining, setIsExplaining] = useState(false)
  const act = (action: QuestionAction): void => {
    if (action.do === 'turn') standing.onTurn(action.by)
    else if (canAnswer && action.do === 'choose') on.onAnswer(action.optionId)
    else if (canAnswer && action.do === 'dismiss') on.onAnswer(undefined)
    else if (canAnswer && action.do === 'explain') setIsExplaining(true)
  }
  const hear = (event: Heard, isFocused: boolean): void => {
    const action = permissionAction(strokeOf(event), question, { isFocused, age: ageOf(event) })
    if (action === undefined) return
    event.preventDefault()
    event.stopPropagation()
    act(action)
  }
  useFarKeys(event => hear(event, false))
  return (
    <QuestionFrame
      icon={iconOf(question.toolKind)}
      kind={`Permission: ${boundedLine(question.toolKind.replaceAll('_', ' '), 40)}`}
      title={cardTitle(question)}
      {...{ standing }}
      subject={question}
      status="permission"
      onKeyDown={event => hear(event, isOwn(event))}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="question-body" aria-label="What it is about" tabIndex={0}>
        <PermissionFacts question={question} />
      </section>
      {canAnswer ? (
        <PermissionAnswers {...{ question, isExplaining, ...on }} onExplain={setIsExplaining} />
      ) : (
        <p className="question-looker">You are looking on. Somebody who takes part answers this.</p>
      )}
    </QuestionFrame>
  )
}

type Heard = Pick<
  globalThis.KeyboardEvent,
  | 'key'
  | 'code'
  | 'shiftKey'
  | 'altKey'
  | 'ctrlKey'
  | 'metaKey'
  | 'repeat'
  | 'timeStamp'
  | 'preventDefault'
  | 'stopPropagation'
>

function strokeOf({ key, code, shiftKey, altKey, ctrlKey, metaKey, repeat }: Heard): QuestionStroke {
  return { key, code, isShift: shiftKey, isAlt: altKey, isControl: ctrlKey || metaKey, isRepeated: repeat }
}

/** On a button, Enter and the space bar press that button; in a field, keys write. */
function isOwn({ key, target }: KeyboardEvent): boolean {
  const element = target instanceof Element ? target : null
  if (isField(element)) return false
  return (key !== 'Enter' && key !== ' ') || element?.closest('button, summary, a') === null
}

/** Keys that answer wherever the focus is, but not behind a window of ours that covers the question. */
function useFarKeys(hear: (event: globalThis.KeyboardEvent) => void): void {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => {
      if (event.altKey && document.querySelector('dialog:modal') === null) hear(event)
    }
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  })
}

const ICONS: ReadonlyMap<string, IconName> = new Map(
  (['read', 'edit', 'delete', 'move', 'search', 'execute', 'think', 'fetch'] as const).map(kind => [
    kind,
    kind,
  ]),
)

function iconOf(kind: string): IconName {
  return ICONS.get(kind) ?? (kind === 'switch_mode' ? 'mode' : 'tool')
}
