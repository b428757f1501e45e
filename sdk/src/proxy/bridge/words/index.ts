/** The words of both versions for the same things: what the interpreters of the bridge use of it. */

export { toNewAuthMethod, toOldAuthMethod } from './auth-methods.js'
export { toNewBlock, toOldBlock } from './blocks.js'
export { toNewCommand, toOldCommand } from './commands.js'
export { toNewOpened, toOldOpened } from './opened.js'
export { toNewOption, toOldOption } from './options.js'
export { toNewServers, toOldServers } from './servers.js'
export {
  modeOptionOf,
  toNewOptions,
  toNewSetting,
  toOldOptions,
  withMode,
} from './settings.js'
export { type Hearing, nameMessage, nothingTold, type Told, toldPrompt, toldTo } from './told.js'
export { toNewToolCall, toOldToolCall } from './tool-calls.js'
export { toNewUpdate, toOldUpdate } from './updates.js'
