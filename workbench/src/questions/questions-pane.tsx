/** What somebody is asked, above everything that an agent can draw. */

import { type RefObject, useEffect, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { fetchDiffView } from '../changes/diff-view.js'
import { useActions, useWorkbench } from '../state/context.js'
import { currentTalk, waitingTalks } from '../state/workbench.js'
import { Announcements } from './announcements.js'
import { QuestionCard } from './question-card.js'

export function QuestionsPane() {
  const { selectTalk } = useActions()
  const layer = useRef<HTMLElement>(null)
  const others = useWorkbench(useShallow(all => waitingTalks(all).filter(({ key }) => key !== all.current)))
  const announcements = others.flatMap(({ key, agent, cwd, questions: [question] }) =>
    question === undefined ? [] : [{ key, agent, cwd, question }],
  )
  useToldHeight(layer)
  useEffect(fetchDiffView, [])
  const keepFocus = (): void => {
    if (layer.current?.contains(document.activeElement)) layer.current.focus()
  }
  return (
    <aside ref={layer} className="questions" aria-label="Questions" tabIndex={-1}>
      <Announcements announcements={announcements} onGo={key => selectTalk(key)} />
      <CurrentQuestion onAnswered={keepFocus} />
    </aside>
  )
}

/** The conversation makes room, so that what was said last can be read while somebody decides. */
function useToldHeight(layer: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement
    const tell = (): void => style.setProperty('--questions-height', `${layer.current?.offsetHeight ?? 0}px`)
    const observer = new ResizeObserver(tell)
    if (layer.current !== null) observer.observe(layer.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--questions-height')
    }
  }, [layer])
}

/** The focus stays near when a card goes: the next question may come at once, and is answered by the same keys. */
function CurrentQuestion({ onAnswered }: { readonly onAnswered: () => void }) {
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
    onAnswered()
    answer()
  }
  return (
    <QuestionCard
      key={question.id}
      {...{ question, agents }}
      standing={{ place, count, onTurn }}
      canAnswer={!isViewer}
      onPermission={optionId => answered(() => actions.answerPermission(key, question.id, optionId))}
      onReject={rejection => answered(() => actions.rejectWithReason(key, question.id, rejection))}
      onForm={answer => answered(() => actions.answerForm(key, question.id, answer))}
      onSignIn={(agent, methodId) => void actions.signIn(agent, methodId)}
    />
  )
}
