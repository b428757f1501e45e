/** The agents of the gateway: how the page is connected to each, who is signed in, and what to do where it fails. */

import { sanitizeLine } from '@parley/acp/guard'
import { Button } from '../parts/button.js'
import { Folded } from '../parts/folded.js'
import { Icon } from '../parts/icon.js'
import { Words } from '../parts/words.js'
import type { AgentView } from '../state/talk.js'

export interface AgentHands {
  readonly onSignIn: (agent: string, methodId: string) => void
  readonly onSignOut: (agent: string) => void
  readonly onRetry: () => void
}

interface AgentsSectionProps extends AgentHands {
  readonly agents: readonly AgentView[]
  readonly now: number
}

const needsCare = ({ failure, needsSignIn }: AgentView): boolean => failure !== undefined || needsSignIn

export function AgentsSection({ agents, now, ...hands }: AgentsSectionProps) {
  const troubled = agents.filter(needsCare).length
  const words = troubled === 0 ? `${agents.length}` : `${troubled} of ${agents.length} not ready`
  return (
    <section className="agents-section" aria-label="Agents">
      <Folded summary={<Summary words={words} isTroubled={troubled > 0} />}>
        <ul className="agents-section-list">
          {agents.map(agent => (
            <AgentItem key={agent.name} agent={agent} now={now} {...hands} />
          ))}
        </ul>
      </Folded>
    </section>
  )
}

function Summary({ words, isTroubled }: { readonly words: string; readonly isTroubled: boolean }) {
  return (
    <span className="agents-section-summary" data-status={isTroubled ? 'needs-you' : undefined}>
      Agents <span>{words}</span>
    </span>
  )
}

/** How the page is connected to an agent, in words. */
export function linkWords({ link, retryAt, needsSignIn }: AgentView, now: number): string {
  if (link === 'open') return needsSignIn ? 'needs a sign-in' : 'connected'
  if (link === 'idle') return 'not started'
  if (link === 'connecting') return 'connecting'
  if (link === 'closed') return 'not connected'
  const seconds = Math.ceil(((retryAt ?? now) - now) / 1000)
  return seconds > 0 ? `tries again in ${seconds} s` : 'tries again now'
}

function statusOf({ failure, needsSignIn, link }: AgentView): string {
  if (failure !== undefined) return 'failed'
  return needsSignIn ? 'needs-you' : link
}

function AgentItem({
  agent,
  now,
  ...hands
}: AgentHands & { readonly agent: AgentView; readonly now: number }) {
  const { name, title, version, failure, canSignOut, needsSignIn } = agent
  return (
    <li className="agent-item" data-status={statusOf(agent)}>
      <p className="agent-item-head">
        <Icon name="agent" />
        <span className="agent-item-name">{sanitizeLine(title ?? name)}</span>
        {version !== undefined && <span className="agent-item-version">{sanitizeLine(version)}</span>}
        <span className="agent-item-link">{linkWords(agent, now)}</span>
      </p>
      {failure !== undefined && (
        <p className="agent-item-failure">
          <Words>{`${failure.message} ${failure.cure ?? ''}`}</Words>
        </p>
      )}
      <div className="agent-item-deeds">
        {failure?.offer === 'retry' && <Button label="Try again" icon="retry" onClick={hands.onRetry} />}
        {(needsSignIn || failure?.offer === 'sign-in') && <SignIns agent={agent} {...hands} />}
        {canSignOut && !needsSignIn && (
          <Button label="Sign out" icon="sign-out" tone="quiet" onClick={() => hands.onSignOut(name)} />
        )}
      </div>
    </li>
  )
}

function SignIns({ agent, onSignIn }: AgentHands & { readonly agent: AgentView }) {
  return agent.authMethods.map(({ id, name, description }) => (
    <span key={id} title={description === undefined ? undefined : sanitizeLine(description)}>
      <Button label={sanitizeLine(name)} icon="key" onClick={() => onSignIn(agent.name, id)} />
    </span>
  ))
}
