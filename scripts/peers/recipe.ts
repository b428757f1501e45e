/** How each real agent is started so that it asks our model and touches nobody's home. Adding a peer is adding a row. */
import { join } from 'node:path'

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

export const RECIPES: readonly Recipe[] = [kimi]
