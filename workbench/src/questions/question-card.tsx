/** The card for a question, whatever it asks for. */

import type { FormAnswer, Question } from '../state/question.js'
import type { AgentView } from '../state/talk.js'
import { FormCard } from './form-card.js'
import { PermissionCard } from './permission-card.js'
import type { Standing } from './question-frame.js'
import { SignInCard } from './sign-in-card.js'
import { UrlCard } from './url-card.js'

interface QuestionCardProps {
  readonly question: Question
  readonly standing: Standing
  readonly agents: readonly AgentView[]
  readonly canAnswer: boolean
  readonly onPermission: (optionId: string | undefined) => void
  readonly onForm: (answer: FormAnswer) => void
  readonly onSignIn: (agent: string, methodId: string) => void
}

export function QuestionCard({ question, standing, agents, canAnswer, ...on }: QuestionCardProps) {
  switch (question.is) {
    case 'permission':
      return <PermissionCard {...{ question, standing, canAnswer }} onAnswer={on.onPermission} />
    case 'form':
      return <FormCard {...{ question, standing }} onAnswer={on.onForm} />
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
