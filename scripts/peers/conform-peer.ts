/** The agents that the kit examines, which nobody here wrote: the recipes, and what is only examined. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { AgentFixture, Version } from '@parley/conformance'
import { agentFixtures } from '@parley/conformance'
import { RECIPES, type Recipe } from './recipe.js'

export interface ConformPeer {
  readonly recipe: Recipe
  readonly fixture: AgentFixture
  readonly versions: readonly Version[]
}

const rehearsal = agentFixtures.find(({ name }) => name === 'rehearsal')
if (rehearsal === undefined) throw new Error('there is no fixture "rehearsal"')

const speaksSecond = new Set(['claude-agent-acp'])

const gemini: Recipe = {
  name: 'gemini',
  command: 'gemini',
  args: ['--acp'],
  env: ({ model }) => ({
    GEMINI_API_KEY: 'dummy',
    GOOGLE_GEMINI_BASE_URL: model,
    // Left to choose for itself it asks a model which model to ask.
    GEMINI_MODEL: 'gemini-2.5-flash',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  uses: [],
}

const qwen: Recipe = {
  name: 'qwen',
  command: 'qwen',
  args: ['--acp'],
  env: ({ model }) => ({
    OPENAI_API_KEY: 'dummy',
    OPENAI_BASE_URL: `${model}/v1`,
    OPENAI_MODEL: 'fake-model',
  }),
  async prepare({ home }) {
    const folder = join(home, '.qwen')
    await mkdir(folder, { recursive: true })
    // By itself it lets a model decide what needs leave.
    await writeFile(
      join(folder, 'settings.json'),
      JSON.stringify({ tools: { approvalMode: 'default' }, general: { disableAutoUpdate: true } }),
    )
  },
  uses: [],
}

/** It plays the same turn whatever it is told: it speaks, reads, and asks for leave to write. */
const example: ConformPeer = {
  recipe: {
    name: 'sdk-example',
    command: 'node',
    args: [resolve('tools/peers/node_modules/acp-sdk-1.9.0/dist/examples/agent.js')],
    env: () => ({}),
    uses: [],
  },
  fixture: {
    name: 'sdk-example',
    prompts: { say: '{text}', talk: 'hello', read: '{path}', write: '{path} {text}' },
  },
  versions: [1],
}

/** What the kit's own tests write on the official SDK. */
const official: ConformPeer = {
  recipe: {
    name: 'sdk-agent',
    command: 'node',
    args: [resolve('conformance/src/fixtures/official-agent.mjs')],
    env: () => ({}),
    uses: [],
  },
  fixture: {
    name: 'sdk-agent',
    prompts: { say: 'say {text}', talk: 'talk', write: 'write {path} {text}' },
  },
  versions: [1],
}

export const CONFORM_PEERS: readonly ConformPeer[] = [
  ...[...RECIPES, gemini, qwen].map(
    (recipe): ConformPeer => ({
      recipe,
      fixture: rehearsal,
      versions: speaksSecond.has(recipe.name) ? [1, 2] : [1],
    }),
  ),
  example,
  official,
]
