/** A visitor of the tour: an agent that gives it, a client that takes it, and a judge at the wire between them. */

import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AgentDefinition, agent } from '@parley/acp/agent'
import { type Client, connect, type Host, type Permission, type Session } from '@parley/acp/client'
import { type NodeHostOptions, nodeHost } from '@parley/acp/node'
import type { Version } from '@parley/acp/protocol'
import { memoryPair, tap } from '@parley/acp/transport'
import { onTestFinished } from 'vitest'
import { tour } from './tour.js'
import { WireJudge } from './wire-judge.fixture.js'

const definition: AgentDefinition = {
  name: 'guide',
  version: '1.0.0',
  modes: ['ask', 'code', 'architect'].map(id => ({ id, name: id })),
  settings: [
    {
      type: 'select',
      id: 'thinking',
      name: 'Thinking',
      category: 'thought_level',
      initial: 'medium',
      choices: ['low', 'medium', 'high'].map(value => ({ value, name: value })),
    },
    { type: 'boolean', id: 'autoApprove', name: 'Approve by itself', initial: false },
  ],
  commands: [{ name: 'tour', description: 'A tour of the protocol', hint: 'a stop' }],
  prompt: turn => tour(turn, turn.text, { patience: 200 }),
}

export const allow: Permission = ({ options }) => options.find(({ kind }) => kind === 'allow_once')

/** A folder that is gone after the test. */
function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-tour-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A host with all that Node can lend, to somebody who says yes once and fills in every form. */
export function lendingHost(options: NodeHostOptions = {}): Host {
  return nodeHost({
    permission: allow,
    policy: false,
    audit: false,
    questionsPerMinute: 1_000,
    elicit: {
      form: () => ({
        action: 'accept',
        content: {
          name: `Ada "the 'first'" Lovelace`,
          email: 'ada@example.com',
          link: 'https://example.com',
          day: '1843-07-10',
          moment: '1843-07-10T12:00:00Z',
          colour: 'green',
          volume: 0.5,
          marks: 2,
          languages: ['Hello', 'Bonjour'],
          keeps: true,
        },
      }),
      url: async ({ url }) => {
        await (await fetch(url)).text()
        return { action: 'accept' }
      },
    },
    ...options,
  })
}

export interface Visit<V extends Version> extends AsyncDisposable {
  readonly judge: WireJudge
  readonly client: Client<V>
  readonly session: Session<V>
  readonly cwd: string
  /** Sends a message, and resolves with the reason for which the turn ended. */
  ask(text: string): Promise<unknown>
  /** Everything that was said so far, as one text. */
  said(): string
}

export async function visit<V extends Version>(
  version: V,
  host: Host,
  cwd = makeFolder(),
): Promise<Visit<V>> {
  const judge = await WireJudge.of(version)
  const [near, far] = memoryPair()
  const served = agent(definition).serve(tap(near, judge.watch))
  const client = await connect<V>(far, host, { version })
  const session = await client.newSession({ cwd })
  return {
    judge,
    client,
    session,
    cwd,
    ask: async text => (await session.prompt(text).outcome).stopReason,
    said: () =>
      judge.updates
        .filter(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk')
        .map(({ content }) => content?.text ?? '')
        .join('\n'),
    async [Symbol.asyncDispose]() {
      await client.close()
      await served.closed
    },
  }
}
