/** Which models the built-in agent would find: by the variables that name one, and by who answers at the usual places here. */

import { boundedLine } from '@parley/acp/guard'

type Environment = Readonly<Record<string, string | undefined>>

/** A server that is there only if it answers. */
export interface LocalServer {
  readonly name: string
  /** The address below which its models are listed. */
  readonly address: string
}

const LOCAL: readonly LocalServer[] = [
  { name: 'Ollama', address: 'http://127.0.0.1:11434/v1' },
  { name: 'llama-server', address: 'http://127.0.0.1:8080/v1' },
  { name: 'vLLM', address: 'http://127.0.0.1:8000/v1' },
  { name: 'LM Studio', address: 'http://127.0.0.1:1234/v1' },
]

/** Whose models a variable opens. The values are secrets, or may hold one: only the names are told. */
const NAMED: readonly (readonly [variable: string, name: string])[] = [
  ['SCOUT_BASE_URL', 'your own server'],
  ['ANTHROPIC_API_KEY', 'Anthropic'],
  ['OPENAI_API_KEY', 'OpenAI'],
  ['OPENAI_BASE_URL', 'your own server'],
  ['GOOGLE_GENERATIVE_AI_API_KEY', 'Google'],
  ['GEMINI_API_KEY', 'Google'],
]

const DEADLINE_MILLISECONDS = 300
const MOST_BYTES = 1024 * 1024

/** A few words for each: who has models, and by what they are known. Cleaned. Nobody far away is asked. */
export async function findModels(
  env: Environment,
  servers: readonly LocalServer[] = LOCAL,
): Promise<readonly string[]> {
  const isSet = (name: string): boolean => (env[name]?.trim() ?? '') !== ''
  const named = NAMED.filter(([variable]) => isSet(variable)).map(
    ([variable, name]) => `${name} (${variable})`,
  )
  const asked = env.SCOUT_DISCOVERY?.trim() === 'off' ? [] : servers
  const answers = await Promise.all(asked.map(describe))
  return [...named, ...answers.filter(words => words !== undefined)]
}

async function describe({ name, address }: LocalServer): Promise<string | undefined> {
  const [first, ...others] = await listModels(address)
  if (first === undefined) return undefined
  return `${name}: ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`
}

/** Nothing where nobody answers in time, or not as such a server does. */
async function listModels(address: string): Promise<readonly string[]> {
  try {
    const signal = AbortSignal.timeout(DEADLINE_MILLISECONDS)
    const response = await fetch(`${address}/models`, { redirect: 'error', signal })
    const body: unknown = response.ok ? JSON.parse(await boundedText(response)) : undefined
    const { data }: { data?: unknown } = Object(body)
    const names = Array.isArray(data) ? data.map((model: unknown): unknown => Object(model).id) : []
    return names.filter(id => typeof id === 'string').map(id => boundedLine(id, 80))
  } catch {
    return []
  }
}

async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true })
    if (text.length > MOST_BYTES) throw new Error('too long for a list of models')
  }
  return text
}
