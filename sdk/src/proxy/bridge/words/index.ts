/** The words of both versions for the same things: what the interpreters of the bridge use of it. */

export { toNewAuthMethod, toOldAuthMethod } from './auth-methods.js'
export { toNewBlock, toOldBlock } from './blocks.js'
export { endWait, toOldAllHeld, waitFor } from './call-pieces.js'
export { toNewOpened, toOldOpened } from './opened.js'
export { pieceText } from './piece-text.js'
export { toNewServers, toOldServers } from './servers.js'
export {
  modeOptionOf,
  toNewOptions,
  toNewSetting,
  toOldOptions,
  withMode,
} from './settings.js'
export { type Hearing, nothingTold, type Told, toldPrompt, toldTo } from './told.js'
export { toNewToolCall, toOldToolCall } from './tool-calls.js'
export { toNewUpdate, toOldUpdate } from './updates.js'
