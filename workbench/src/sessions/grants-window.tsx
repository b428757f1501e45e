/** The answers that last in a conversation: what was allowed or rejected for longer than once, until when, and a way to take it back. */

import { sanitizeLine } from '@parley/acp/guard'
import { useCallback, useEffect, useState } from 'react'
import { messageOf } from '../changes/failures.js'
import { Blank } from '../parts/blank.js'
import { Button } from '../parts/button.js'
import { Icon } from '../parts/icon.js'
import { Modal } from '../parts/modal.js'
import { Spinner } from '../parts/spinner.js'
import type { LastingAnswer } from '../state/actions.js'
import { useActions } from '../state/context.js'
import type { TalkKey } from '../state/talk.js'
import { exactTime } from './relative-time.js'

export interface GrantListProps {
  readonly answers: readonly LastingAnswer[]
  readonly onRevoke: (id: string) => void
}

const SCOPES = [
  ['session', 'In this conversation'],
  ['workspace', 'In this project'],
  ['always', 'Always'],
] as const

export function GrantList({ answers, onRevoke }: GrantListProps) {
  if (answers.length === 0)
    return (
      <Blank icon="key" title="There are no lasting answers" status="empty">
        <p>What you allow for longer than once is listed here, and can be taken back.</p>
      </Blank>
    )
  return SCOPES.map(([scope, words]) => {
    const own = answers.filter(each => each.scope === scope)
    if (own.length === 0) return null
    return (
      <section key={scope} className="grant-list">
        <h3>{words}</h3>
        <ul>
          {own.map(answer => (
            <GrantLine key={answer.id} answer={answer} onRevoke={onRevoke} />
          ))}
        </ul>
      </section>
    )
  })
}

function GrantLine({ answer, onRevoke }: Pick<GrantListProps, 'onRevoke'> & { answer: LastingAnswer }) {
  const { id, text, isAllowed, until } = answer
  return (
    <li className="grant-line">
      <Icon name={isAllowed ? 'check' : 'slash'} label={isAllowed ? 'Allowed' : 'Rejected'} />
      <span className="grant-line-words">
        {sanitizeLine(text)}
        {until !== undefined && <small>until {exactTime(until)}</small>}
      </span>
      <Button label="Take back" icon="undo" aria-label={`Take back: ${text}`} onClick={() => onRevoke(id)} />
    </li>
  )
}

interface GrantsWindowProps {
  readonly talk: TalkKey
  readonly onClose: () => void
}

export function GrantsWindow({ talk, onClose }: GrantsWindowProps) {
  const actions = useActions()
  const [answers, setAnswers] = useState<readonly LastingAnswer[]>()
  const [failure, setFailure] = useState<string>()
  const read = useCallback(async () => {
    try {
      setAnswers(await actions.listAnswers(talk))
      setFailure(undefined)
    } catch (error) {
      setFailure(messageOf(error))
    }
  }, [actions, talk])
  useEffect(() => void read(), [read])
  const revoke = async (id: string): Promise<void> => {
    await actions.revokeAnswer(talk, id).catch((error: unknown) => setFailure(messageOf(error)))
    await read()
  }
  return (
    <Modal title="Lasting answers" className="grants-window" onClose={onClose}>
      {failure !== undefined && <p role="alert">{failure}</p>}
      {answers === undefined && failure === undefined && <Spinner />}
      {answers !== undefined && <GrantList answers={answers} onRevoke={id => void revoke(id)} />}
    </Modal>
  )
}
