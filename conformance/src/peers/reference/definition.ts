/** The reference agent: everything an agent can offer in version 1 and 2, done by plain words and without a model. */

import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Agent, type AgentDefinition, type Auth, agent, type Command } from '@parley/acp/agent'
import { diskJournal } from '@parley/acp/node'
import { deeds } from './deeds.js'

/** How the agent is started. */
export interface ReferenceOptions {
  /** Whether somebody has to sign in first. */
  readonly isSignedOut: boolean
  /** Where its sessions are kept; on disk in its home unless said. */
  readonly sessions?: AgentDefinition['sessions'] | undefined
  /** All there are unless said. */
  readonly versions?: AgentDefinition['versions'] | undefined
}

const commands: readonly Command[] = [
  { name: 'say', description: 'Says it again', hint: 'what to say' },
  { name: 'plan', description: 'Shows a plan' },
]

export function referenceAgent({ isSignedOut, sessions, versions }: ReferenceOptions): Agent {
  return agent({
    ...abilities,
    ...(sessions === undefined ? {} : { sessions }),
    ...(versions === undefined ? {} : { versions }),
    ...(isSignedOut ? { auth: signIn() } : {}),
  })
}

const abilities: AgentDefinition = {
  name: 'parley-reference-agent',
  version: '0.1.0',
  sessions: diskJournal({ directory: join(homedir(), 'reference-sessions'), reserveBytes: 0 }),
  accepts: ['image', 'audio', 'resource'],
  mcp: ['stdio', 'http'],
  additionalDirectories: true,
  unstable: true,
  modes: [
    { id: 'ask', name: 'Ask' },
    { id: 'code', name: 'Code' },
  ],
  settings: [
    {
      type: 'select',
      id: 'voice',
      name: 'Voice',
      initial: 'low',
      choices: [
        { value: 'low', name: 'Low' },
        { value: 'high', name: 'High' },
      ],
    },
    { type: 'boolean', id: 'echo', name: 'Echo', initial: false },
  ],
  commands,
  meta: { 'parley.test/reference': true },
  async prompt(turn) {
    const [, verb = '', rest = ''] = /^\/?(\w+)\s*([\s\S]*)$/.exec(turn.text) ?? []
    const deed = Object.hasOwn(deeds, verb) ? deeds[verb] : undefined
    if (deed === undefined) await turn.say(`I know ${Object.keys(deeds).join(', ')}.`)
    else await deed(turn, rest)
  },
}

function signIn(): Auth {
  return {
    methods: [
      { id: 'token', name: 'Token' },
      { id: 'terminal', name: 'In a terminal', type: 'terminal', args: ['--sign-in'] },
    ],
    login() {},
    logout() {},
  }
}
