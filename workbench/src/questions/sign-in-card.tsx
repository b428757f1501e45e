/** The agent wants somebody to sign in: the ways that it offers, and what to do for each. */

import type { AuthMethod } from '@parley/acp/client'
import { boundedLine, sanitizeForDisplay } from '@parley/acp/guard'
import type { KeyboardEvent } from 'react'
import { Button } from '../parts/button.js'
import type { AgentView } from '../state/talk.js'
import { MarkedText } from './marked-text.js'
import { QuestionFrame, type Standing } from './question-frame.js'

interface SignInCardProps {
  readonly agent: Pick<AgentView, 'name' | 'title' | 'authMethods'>
  readonly standing: Standing
  readonly onSignIn: (methodId: string) => void
  readonly onDismiss: () => void
}

export function SignInCard({ agent, standing, onSignIn, onDismiss }: SignInCardProps) {
  const name = boundedLine(agent.title ?? agent.name, 60)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onDismiss()
  }
  return (
    <QuestionFrame
      icon="key"
      kind="Sign in"
      title={`${name} wants you to sign in`}
      {...{ standing, onKeyDown, subject: agent.authMethods }}
      status="sign-in"
    >
      <div className="question-body">
        {agent.authMethods.length === 0 && (
          <p>
            It does not say how. Sign in with its own command, in a terminal on the machine where{' '}
            <code>parley web</code> runs, then try again.
          </p>
        )}
        <ul className="sign-in-methods">
          {agent.authMethods.map(method => (
            <Method key={method.id} {...{ method, name }} onSignIn={() => onSignIn(method.id)} />
          ))}
        </ul>
      </div>
      <div className="question-actions">
        <Button label="Not now" tone="quiet" shortcut="Esc" onClick={onDismiss} />
      </div>
    </QuestionFrame>
  )
}

interface MethodProps {
  readonly method: AuthMethod
  readonly name: string
  readonly onSignIn: () => void
}

function Method({ method, name, onSignIn }: MethodProps) {
  const isTerminal = method.type === 'terminal'
  return (
    <li className="sign-in-method">
      <div className="sign-in-method-words">
        <strong>{boundedLine(method.name, 80)}</strong>
        {method.description !== undefined && <p>{sanitizeForDisplay(method.description)}</p>}
        {isTerminal && (
          <>
            <p>
              In a terminal on the machine where <code>parley web</code> runs, start {name} like this, with
              its own command in place of the dots:
            </p>
            <pre>
              <MarkedText text={wordsOf(method)} />
            </pre>
          </>
        )}
      </div>
      <Button
        label={isTerminal ? 'I have signed in' : 'Sign in'}
        tone={isTerminal ? 'plain' : 'primary'}
        onClick={onSignIn}
      />
    </li>
  )
}

/** Variables in front, as shells take them. */
function wordsOf({ args, env }: AuthMethod): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  return [...variables, '…', ...args].join(' ')
}
