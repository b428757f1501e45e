/** The card for a question, whatever it asks for. */

import { sanitizeForDisplay } from '@parley/acp/guard'
import type { Rejection } from '../state/actions.js'
import type { FormAnswer, Question } from '../state/question.js'
import type { AgentView } from '../state/talk.js'
import { FormCard } from './form-card.js'
import { forgetForm } from './form-values.js'
import { PermissionCard } from './permission-card.js'
import { QuestionFrame, type Standing } from './question-frame.js'
import { SignInCard } from './sign-in-card.js'
import { UrlCard } from './url-card.js'

interface QuestionCardProps {
  readonly question: Question
  readonly standing: Standing
  readonly agents: readonly AgentView[]
  readonly canAnswer: boolean
  readonly onPermission: (optionId: string | undefined) => void
  readonly onReject: (rejection: Rejection) => void
  readonly onForm: (answer: FormAnswer) => void
  readonly onSignIn: (agent: string, methodId: string) => void
}

export function QuestionCard({ question, standing, agents, canAnswer, ...on }: QuestionCardProps) {
  if (!canAnswer && question.is !== 'permission') return <SeenCard {...{ question, standing }} />
  switch (question.is) {
    case 'permission':
      return (
        <PermissionCard
          {...{ question, standing, canAnswer }}
          onAnswer={on.onPermission}
          onReject={rejection => {
            forgetForm(question.id)
            on.onReject(rejection)
          }}
        />
      )
    case 'form':
      return (
        <FormCard
          {...{ question, standing }}
          onAnswer={answer => {
            forgetForm(question.id)
            on.onForm(answer)
          }}
        />
      )
    case 'url':
      return <UrlCard {...{ question, standing }} onAnswer={on.onForm} />
    case 'sign-in': {
      const { agent: name } = question
      const agent = agents.find(each => each.name === name) ?? { name, authMethods: [] }
      return (
        <SignInCard
          {...{ agent, standing }}
          onSignIn={methodId => on.onSignIn(name, methodId)}
          onDismiss={() => on.onForm({ action: 'cancel' })}
        />
      )
    }
  }
}

/** Whoever only looks on is told what is asked, and that it is not theirs to answer. */
function SeenCard({ question, standing }: Pick<QuestionCardProps, 'question' | 'standing'>) {
  const words = 'message' in question ? sanitizeForDisplay(question.message) : undefined
  return (
    <QuestionFrame
      icon="question"
      kind="Question"
      title="Somebody else is asked"
      standing={standing}
      status="seen"
    >
      {words !== undefined && <div className="question-body">{words}</div>}
      <p className="question-looker">You are looking on. Somebody who takes part answers this.</p>
    </QuestionFrame>
  )
}
