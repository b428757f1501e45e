/** Agents that many people have: how each is started, its npm package, and the variables it takes. A row each. */

export interface KnownAgent {
  /** The word that people type. */
  readonly id: string
  /** Other words for it: its id in the official registry, the name of its command. */
  readonly aliases: readonly string[]
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  /** Its npm package, where it is one. */
  readonly package?: string | undefined
  /** Where its real program stands among its packages, for one whose own only works after a script was run. */
  readonly program?: string | undefined
  /** Variables that are passed on to it where they are set. */
  readonly variables: readonly string[]
  /** What is set for it: programs that are pinned must not replace themselves. */
  readonly settings?: Readonly<Record<string, string>> | undefined
}

const words = (text: string): readonly string[] => text.split(' ').filter(word => word !== '')

type Row = readonly [names: string, name: string, line: string, packageName: string, variables: string]

const KEYS =
  'ANTHROPIC_API_KEY ANTHROPIC_BASE_URL OPENAI_API_KEY OPENAI_BASE_URL GEMINI_API_KEY OPENROUTER_API_KEY'

const ROWS: readonly Row[] = [
  [
    'claude claude-acp claude-agent-acp claude-code',
    'Claude Code',
    'claude-agent-acp',
    '@agentclientprotocol/claude-agent-acp',
    'ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN ANTHROPIC_BASE_URL ANTHROPIC_MODEL CLAUDE_CODE_OAUTH_TOKEN ' +
      'CLAUDE_CONFIG_DIR CLAUDE_CODE_EXECUTABLE CLAUDE_CODE_USE_BEDROCK CLAUDE_CODE_USE_VERTEX IS_SANDBOX ' +
      'DISABLE_TELEMETRY DISABLE_AUTOUPDATER CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC',
  ],
  [
    'codex codex-acp',
    'Codex',
    'codex-acp',
    '@agentclientprotocol/codex-acp',
    'OPENAI_API_KEY OPENAI_BASE_URL CODEX_API_KEY CODEX_HOME',
  ],
  [
    'gemini gemini-cli',
    'Gemini CLI',
    'gemini --acp',
    '@google/gemini-cli',
    'GEMINI_API_KEY GOOGLE_API_KEY GOOGLE_CLOUD_PROJECT GOOGLE_CLOUD_LOCATION GOOGLE_GENAI_USE_VERTEXAI ' +
      'GOOGLE_APPLICATION_CREDENTIALS GOOGLE_GEMINI_BASE_URL GEMINI_MODEL',
  ],
  [
    'opencode opencode-ai',
    'OpenCode',
    'opencode acp',
    'opencode-ai',
    `${KEYS} OPENCODE_API_KEY OPENCODE_CONFIG OPENCODE_DISABLE_AUTOUPDATE OPENCODE_DISABLE_MODELS_FETCH`,
  ],
  [
    'copilot github-copilot-cli',
    'GitHub Copilot',
    'copilot --acp',
    '@github/copilot',
    'GH_TOKEN GITHUB_TOKEN COPILOT_GITHUB_TOKEN',
  ],
  [
    'qwen qwen-code',
    'Qwen Code',
    'qwen --acp',
    '@qwen-code/qwen-code',
    'OPENAI_API_KEY OPENAI_BASE_URL OPENAI_MODEL DASHSCOPE_API_KEY',
  ],
  [
    'kimi kimi-code',
    'Kimi',
    'kimi acp',
    '@moonshot-ai/kimi-code',
    'KIMI_API_KEY KIMI_BASE_URL MOONSHOT_API_KEY KIMI_MODEL_NAME KIMI_MODEL_API_KEY KIMI_MODEL_PROVIDER_TYPE ' +
      'KIMI_MODEL_BASE_URL KIMI_CODE_HOME KIMI_CODE_NO_AUTO_UPDATE',
  ],
  [
    'goose',
    'Goose',
    'goose acp',
    '',
    `${KEYS} GOOSE_PROVIDER GOOSE_MODEL GOOGLE_API_KEY DATABRICKS_HOST DATABRICKS_TOKEN`,
  ],
  ['cline', 'Cline', 'cline --acp', 'cline', `${KEYS} CLINE_API_KEY CLINE_DIR`],
  ['cursor cursor-agent', 'Cursor', 'cursor-agent acp', '', 'CURSOR_API_KEY'],
  [
    'auggie',
    'Auggie',
    'auggie --acp',
    '@augmentcode/auggie',
    'AUGMENT_SESSION_AUTH AUGMENT_API_TOKEN AUGMENT_API_URL',
  ],
  ['kilo', 'Kilo', 'kilo acp', '@kilocode/cli', `${KEYS} KILO_API_KEY`],
  ['droid factory-droid', 'Factory Droid', 'droid exec --output-format acp', 'droid', 'FACTORY_API_KEY'],
  ['qoder qodercli', 'Qoder', 'qodercli --acp', '@qoder-ai/qodercli', 'QODER_PERSONAL_ACCESS_TOKEN'],
  ['pi pi-acp', 'Pi', 'pi-acp', 'pi-acp', KEYS],
  ['vibe mistral-vibe vibe-acp', 'Mistral Vibe', 'vibe-acp', '', 'MISTRAL_API_KEY'],
  ['openhands', 'OpenHands', 'openhands acp', '', 'LLM_API_KEY LLM_MODEL LLM_BASE_URL'],
]

const SETTINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  auggie: { AUGMENT_DISABLE_AUTO_UPDATE: '1' },
  droid: { DROID_DISABLE_AUTO_UPDATE: 'true', FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false' },
}

const system = process.platform === 'win32' ? 'windows' : process.platform
const suffix = process.platform === 'win32' ? '.exe' : ''

const PROGRAMS: Readonly<Record<string, string>> = {
  opencode: `opencode-${system}-${process.arch}/bin/opencode${suffix}`,
}

function toKnown([names, name, line, packageName, variables]: Row): KnownAgent {
  const [id = '', ...aliases] = words(names)
  const [command = '', ...args] = words(line)
  return {
    ...{ id, aliases, name, command, args },
    package: packageName || undefined,
    program: Object.hasOwn(PROGRAMS, id) ? PROGRAMS[id] : undefined,
    variables: words(variables),
    settings: Object.hasOwn(SETTINGS, id) ? SETTINGS[id] : undefined,
  }
}

export const KNOWN_AGENTS: readonly KnownAgent[] = ROWS.map(toKnown)

/** The known agent of that id or other name. */
export function knownAgent(word: string): KnownAgent | undefined {
  return KNOWN_AGENTS.find(({ id, aliases }) => id === word || aliases.includes(word))
}

/** The known agent that a program is, by its name. */
export function knownByCommand(program: string): KnownAgent | undefined {
  const name = program.replace(/^.*[\\/]/, '').replace(/\.(?:cmd|exe|ps1|bat)$/i, '')
  return KNOWN_AGENTS.find(({ command }) => command === name)
}
