/** What somebody is asked, above everything that an agent can draw. */

import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useActions, useWorkbench } from '../state/context.js'
import { currentTalk, waitingTalks } from '../state/workbench.js'
import { Announcements } from './announcements.js'
import { focusComposer } from './focus.js'
import { QuestionCard } from './question-card.js'

export function QuestionsPane() {
  const { selectTalk } = useActions()
  const others = useWorkbench(useShallow(all => waitingTalks(all).filter(({ key }) => key !== all.current)))
  const announcements = others.flatMap(({ key, agent, cwd, questions: [question] }) =>
    question === undefined ? [] : [{ key, agent, cwd, question }],
  )
  return (
    <aside className="questions" aria-label="Questions">
      <Announcements announcements={announcements} onGo={key => selectTalk(key)} />
      <CurrentQuestion />
    </aside>
  )
}

function CurrentQuestion() {
  const actions = useActions()
  const key = useWorkbench(({ current }) => current)
  const questions = useWorkbench(workbench => currentTalk(workbench)?.questions) ?? []
  const isViewer = useWorkbench(workbench => currentTalk(workbench)?.isViewer) ?? false
  const agents = useWorkbench(workbench => workbench.agents)
  const [wanted, setWanted] = useState<string>()
  const place = Math.max(
    0,
    questions.findIndex(({ id }) => id === wanted),
  )
  const question = questions[place]
  if (key === undefined || question === undefined) return null
  const count = questions.length
  const onTurn = (by: 1 | -1): void => setWanted(questions[(place + by + count) % count]?.id)
  const answered = (answer: () => void): void => {
    answer()
    if (count === 1) focusComposer()
  }
  return (
    <QuestionCard
      key={question.id}
      {...{ question, agents }}
      standing={{ place, count, onTurn }}
      canAnswer={!isViewer}
      onPermission={optionId => answered(() => actions.answerPermission(key, question.id, optionId))}
      onForm={answer => answered(() => actions.answerForm(key, question.id, answer))}
      onSignIn={(agent, methodId) => void actions.signIn(agent, methodId)}
    />
  )
}
