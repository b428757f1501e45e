/** Which variables an agent gets to see beyond those that every program may: by name, and only those that are set. */

type Environment = NodeJS.ProcessEnv

/** Where programs keep their things, and how the network is reached from here: no agent works without. */
const EVERYBODYS = [
  ...['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME', 'XDG_RUNTIME_DIR'],
  ...[
    'HTTP_PROXY',
    'HTTPS_PROXY',
    'ALL_PROXY',
    'NO_PROXY',
    'http_proxy',
    'https_proxy',
    'all_proxy',
    'no_proxy',
  ],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
]

/** What the built-in agent needs to reach a model. */
export const MODEL_VARIABLES: readonly string[] = [
  ...['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'GOOGLE_GENERATIVE_AI_BASE_URL'],
  ...['SCOUT_BASE_URL', 'SCOUT_API_KEY', 'SCOUT_MODEL', 'SCOUT_CONTEXT_SIZE', 'SCOUT_DISCOVERY'],
  ...['ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL', 'GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
]

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

export function isVariableName(name: string): boolean {
  return name.length <= 128 && NAME.test(name)
}

/** The variables of these names that are set, and those that every agent gets. */
export function passedOn(env: Environment, names: readonly string[]): Record<string, string> {
  const chosen: Record<string, string> = {}
  for (const name of [...EVERYBODYS, ...names]) {
    const value = env[name]
    if (value !== undefined && value !== '') chosen[name] = value
  }
  return chosen
}
