/** Every kind of question, above a page with the composer in it. */

import { ComposerPane } from '../composer/composer-pane.js'
import { meansWith, Staged, scout, talkWith } from '../showcase/means.fixture.js'
import type { Question } from '../state/question.js'
import type { AgentView, Talk } from '../state/talk.js'
import { claimed, command, edit, form, permission, url } from './question.fixture.js'
import { QuestionsPane } from './questions-pane.js'

const method = { args: [], env: {} }
const agent: AgentView = {
  ...scout,
  needsSignIn: true,
  authMethods: [
    {
      ...method,
      id: 'browser',
      name: 'With the browser',
      description: 'Opens a page of the provider',
      type: 'agent',
    },
    {
      ...method,
      id: 'terminal',
      name: 'In a terminal',
      type: 'terminal',
      args: ['--login'],
      env: { SCOUT_LOGIN: '1' },
    },
  ],
}

interface AskedProps {
  readonly questions: readonly Question[]
  readonly talk?: Partial<Talk>
  readonly others?: readonly Talk[]
}

function Asked({ questions, talk, others = [] }: AskedProps) {
  const own = talkWith({ questions, turn: { state: 'working' }, ...talk })
  const talks = new Map([own, ...others].map(each => [each.key, each]))
  const means = meansWith({ talk: own, workbench: { talks, agents: [agent] } })
  // Answered questions go, as they do when the agent has heard the answer.
  const answer = (key: string, id: string): void =>
    means.store.setState(({ talks: before }) => {
      const asked = before.get(key)
      if (asked === undefined) return {}
      return {
        talks: new Map(before).set(key, {
          ...asked,
          questions: asked.questions.filter(each => each.id !== id),
        }),
      }
    })
  const actions = new Proxy(means.actions, {
    get: (target, name: keyof typeof means.actions) =>
      name === 'answerPermission' || name === 'rejectWithReason' || name === 'answerForm'
        ? (key: string, id: string, given: never) => {
            target[name](key, id, given)
            answer(key, id)
          }
        : target[name],
  })
  return (
    <Staged means={{ ...means, actions }}>
      <div style={{ display: 'flex', flexDirection: 'column', blockSize: '100%' }}>
        <div style={{ flex: 1 }} />
        <ComposerPane />
      </div>
      <QuestionsPane />
    </Staged>
  )
}

const others = [
  talkWith({
    key: 'scout/2',
    sessionId: '2',
    cwd: '/home/ada/blog',
    questions: [permission({ title: 'Delete drafts/' })],
  }),
  talkWith({ key: 'scout/3', sessionId: '3', cwd: '/home/ada/site', questions: [form] }),
]

export const showcases = {
  command: () => <Asked questions={[command]} />,
  edit: () => <Asked questions={[edit]} />,
  claimed: () => <Asked questions={[claimed]} />,
  several: () => <Asked questions={[command, edit, claimed]} others={others} />,
  elsewhere: () => <Asked questions={[]} others={others} />,
  viewer: () => <Asked questions={[command]} talk={{ isViewer: true }} />,
  form: () => <Asked questions={[form]} />,
  url: () => <Asked questions={[url]} />,
  'sign-in': () => <Asked questions={[{ is: 'sign-in', id: 's1', askedAt: 0, agent: 'scout' }]} />,
}
