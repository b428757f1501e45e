/** How each real agent is started so that it asks our model and touches nobody's home. Adding a peer is adding a row. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** What a peer is started with. */
export interface Setting {
  /** A home that is thrown away. */
  readonly home: string
  /** Where the model listens. */
  readonly model: string
}

export interface Recipe {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  env(setting: Setting): Readonly<Record<string, string>>
  /** The variables without which nobody is signed in. */
  readonly keys?: RegExp
  /** Writes what the agent wants to find. */
  prepare?(setting: Setting): Promise<void>
  /** What of the host it is known to use; less than that is a failure of ours. */
  readonly uses: readonly string[]
}

const kimi: Recipe = {
  name: 'kimi',
  command: 'kimi',
  args: ['acp'],
  env: ({ home, model }) => ({
    KIMI_MODEL_NAME: 'fake-model',
    KIMI_MODEL_API_KEY: 'dummy',
    KIMI_MODEL_PROVIDER_TYPE: 'openai',
    KIMI_MODEL_BASE_URL: `${model}/v1`,
    KIMI_CODE_NO_AUTO_UPDATE: '1',
    KIMI_CODE_HOME: join(home, '.kimi-code'),
  }),
  keys: /^KIMI_MODEL_/,
  uses: [
    'permission',
    'files.read',
    'files.write',
    'terminals.create',
    'terminals.waitForExit',
    'terminals.output',
    'terminals.kill',
    'terminals.release',
  ],
}

const claude: Recipe = {
  name: 'claude-agent-acp',
  command: 'claude-agent-acp',
  args: [],
  env: ({ home, model }) => ({
    ANTHROPIC_API_KEY: 'dummy',
    ANTHROPIC_BASE_URL: model,
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    DISABLE_TELEMETRY: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    IS_SANDBOX: '1',
  }),
  keys: /^ANTHROPIC_/,
  uses: ['permission'],
}

const opencode: Recipe = {
  name: 'opencode',
  // The package for one platform alone: the one for all of them works only after its install script has run.
  command: resolve('tools/peers/node_modules/opencode-linux-x64/bin/opencode'),
  args: ['acp'],
  env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' }),
  async prepare({ home, model }) {
    const folder = join(home, '.config/opencode')
    await mkdir(folder, { recursive: true })
    const provider = {
      npm: '@ai-sdk/openai-compatible',
      name: 'fake',
      options: { baseURL: `${model}/v1`, apiKey: 'dummy' },
      models: { 'fake-model': { name: 'fake-model' } },
    }
    const settings = {
      model: 'fake/fake-model',
      small_model: 'fake/fake-model',
      provider: { fake: provider },
      permission: { edit: 'ask', bash: 'ask' },
    }
    await writeFile(join(folder, 'opencode.json'), JSON.stringify(settings))
  },
  uses: ['permission', 'files.write'],
}

export const RECIPES: readonly Recipe[] = [kimi, claude, opencode]
