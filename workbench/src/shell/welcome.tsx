/** Where no conversation is open: what this is, where the agent works, what it may do, and something to begin with. */

import { sanitizeLine } from '@parley/acp/guard'
import type { ReactNode } from 'react'
import { HOW_TO_CONNECT, WITHOUT_MODEL } from '../composer/no-model.js'
import { Button } from '../parts/button.js'
import { Folded } from '../parts/folded.js'
import { Icon } from '../parts/icon.js'
import type { IconName } from '../parts/icon-shapes.js'
import { Words } from '../parts/words.js'
import type { AgentView } from '../state/talk.js'
import { FirstPrompt } from './first-prompt.js'

interface WelcomeProps {
  readonly agent: AgentView
  readonly agents: readonly AgentView[]
  readonly folder: string
  /** Nobody has had a conversation here yet. */
  readonly isFirst: boolean
  /** Whether the agent knows of a model, where that is known. */
  readonly hasModel?: boolean | undefined
  readonly onBegin: () => void
  readonly onPrompt: (text: string, agent: string) => void
}

interface Example {
  readonly text: string
  readonly says: string
  readonly icon: IconName
}

const EXAMPLES: readonly Example[] = [
  { text: 'What is in this project?', says: 'Languages, scripts, the biggest files', icon: 'search' },
  { text: '/run ls', says: 'A command, in a terminal that you can watch; it asks first', icon: 'execute' },
  { text: '/tour', says: 'Everything an agent can show you, on files of its own', icon: 'play' },
]

export function Welcome({ agent, agents, folder, isFirst, hasModel, onBegin, onPrompt }: WelcomeProps) {
  const name = sanitizeLine(agent.title ?? agent.name)
  return (
    <div className="welcome" data-status={isFirst ? 'first-run' : 'no-conversation'}>
      <h1>{isFirst ? 'Work with an agent, and see all it does' : 'What shall be done next?'}</h1>
      <p className="welcome-lead">
        {isFirst
          ? 'You write what you want. The agent reads, changes and runs things in one folder, and you see each step, decide on it, and can take it back.'
          : 'Write it here to begin a conversation, or open one of those that there are.'}
      </p>
      <FirstPrompt agents={agents} usual={agent.name} onPrompt={onPrompt} />
      {/* Only our own agent is known to understand these. */}
      {agent.name === 'scout' && <Examples onPrompt={text => onPrompt(text, agent.name)} />}
      <Button label="In another folder …" icon="folder" shortcut="Alt+N" onClick={onBegin} />
      <dl className="welcome-facts">
        <Fact term="Agent">{name}</Fact>
        <Fact term="Works in">
          <code>{sanitizeLine(folder)}</code>
        </Fact>
        {agent.name === 'scout' && hasModel !== true && (
          <Fact term="Model">
            {hasModel === false ? 'None is connected. ' : ''}
            {WITHOUT_MODEL}
            <Folded summary="How to connect a model">
              <Words>{HOW_TO_CONNECT}</Words>
            </Folded>
          </Fact>
        )}
        <Fact term="May do">
          Read files in that folder. Before it changes a file or runs a command, you are asked, and shown
          exactly what will happen.
        </Fact>
      </dl>
    </div>
  )
}

function Examples({ onPrompt }: { readonly onPrompt: (text: string) => void }) {
  return (
    <ul className="welcome-examples">
      {EXAMPLES.map(({ text, says, icon }) => (
        <li key={text}>
          <button type="button" className="welcome-example" onClick={() => onPrompt(text)}>
            <Icon name={icon} />
            <span className="welcome-example-text">{text}</span>
            <span className="welcome-example-says">{says}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
