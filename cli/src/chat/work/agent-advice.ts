/** What to do next, in plain words, by what was found on this machine. */

import type { ListedAgent } from '../event.js'

export interface Found {
  readonly agents: readonly ListedAgent[]
  readonly models: readonly string[]
  /** How this program is called by whoever started it. */
  readonly command: string
}

export function adviceFor({ agents, models, command }: Found): readonly string[] {
  const others = agents.filter(({ id, state }) => id !== 'scout' && state === 'ready')
  const missing = agents.filter(({ state }) => state === 'missing')
  return [
    'New here? Send /tour: scout shows everything, on a small project that it makes.',
    ...(models.length === 0 ? NO_MODEL : ['Scout thinks with one of them; Ctrl+O chooses which.']),
    others.length === 0
      ? `For another agent choose one above, or run: ${command} agents install claude (or codex, gemini, opencode …)`
      : 'Enter begins with the chosen agent. --agent <name> chooses one when you start.',
    ...(missing.length === 0 ? [] : [`An agent is missing its program: ${command} agents doctor says why.`]),
  ]
}

const NO_MODEL = [
  'Scout works without a model. To give it one, start Ollama (or llama-server, vLLM, LM Studio) on this machine: it is found by itself.',
  'Or set ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY, and start again.',
]
