/** The middle of the workbench: the conversation and the composer, or what to begin with. */

import { lazy, Suspense } from 'react'
import { ComposerPane } from '../composer/composer-pane.js'
import { lacksModel } from '../composer/settings.js'
import { desk } from '../sessions/desk.js'
import { type Means, useActions, useMeans, useWorkbench } from '../state/context.js'
import { currentTalk, type Workbench } from '../state/workbench.js'
import { PaneBoundary } from './pane-boundary.js'
import { Welcome } from './welcome.js'

// Asked for at once, and not waited for: who comes in needs it only when a conversation was told.
const conversation = import('../conversation/conversation-pane.js')
const ConversationPane = lazy(async () => ({ default: (await conversation).ConversationPane }))
// Asked for with the first picture: nobody is asked anything before that.
const QuestionsPane = lazy(async () => ({
  default: (await import('../questions/questions-pane.js')).QuestionsPane,
}))

export function Middle() {
  const means = useMeans()
  const hasTalk = useWorkbench(({ talks, current }) => current !== undefined && talks.has(current))
  return hasTalk ? (
    <>
      <div className="shell-conversation">
        <PaneBoundary name="The conversation">
          <Suspense>
            <ConversationPane onFindings={() => void showFindings(means)} />
          </Suspense>
        </PaneBoundary>
      </div>
      <div className="shell-composer">
        <PaneBoundary name="The composer">
          <ComposerPane />
        </PaneBoundary>
      </div>
    </>
  ) : (
    <Beginning />
  )
}

/** Whether one of its conversations shows that it has a model; unknown where none was opened yet. */
function modelOf(agent: string | undefined, talks: Workbench['talks']): boolean | undefined {
  const own = [...talks.values()].find(talk => talk.agent === agent && talk.options.length > 0)
  return own === undefined ? undefined : !lacksModel(own.options)
}

/** Of the agent that is talked with. */
async function showFindings({ view, store }: Means): Promise<void> {
  const agent = currentTalk(store.getState())?.agent
  const { desk: inspectorDesk, look } = await import('../protocol/desk.js')
  if (agent === undefined) return
  inspectorDesk.setState({ wanted: agent })
  look({ title: agent, isLive: true }, { tab: 'findings' })
  view.setState({ pane: 'protocol' })
}

/** Apart from the conversation, so that nothing in it can lie over a question. */
export function Questions() {
  return (
    <PaneBoundary name="A question">
      <Suspense>
        <QuestionsPane />
      </Suspense>
    </PaneBoundary>
  )
}

function Beginning() {
  const actions = useActions()
  const agents = useWorkbench(workbench => workbench.agents)
  const folder = useWorkbench(workbench => workbench.folder)
  const isFirst = useWorkbench(({ isListed, listed }) => isListed && listed.length === 0)
  const agent = agents.find(({ isDefault }) => isDefault) ?? agents[0]
  const hasModel = useWorkbench(({ talks }) => modelOf(agent?.name, talks))
  if (agent === undefined) return null
  const prompt = async (text: string, name: string): Promise<void> => {
    const key = await actions.newTalk({ agent: name, cwd: folder })
    if (key === undefined) return
    actions.selectTalk(key)
    actions.prompt(key, { text, blocks: [] })
  }
  return (
    <Welcome
      agent={agent}
      agents={agents}
      folder={folder}
      {...{ isFirst, hasModel }}
      onBegin={() => desk.setState({ isBeginning: true })}
      onPrompt={(text, name) => void prompt(text, name)}
    />
  )
}
