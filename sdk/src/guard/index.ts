/** The door of the room that judges: what may be done, on whose word, and what may be shown or written down of it. */

export {
  boundedLine,
  cutBytes,
  cutCharacters,
  isFitForDisplay,
  sanitizeForDisplay,
  sanitizeLine,
} from '../text/index.js'
export type {
  Action,
  ActionName,
  Claim,
  Execute,
  Fetch,
  FileDelete,
  FileMove,
  FileRead,
  FileWrite,
  McpCall,
  McpStart,
  ModeSwitch,
  Place,
} from './action.js'
export type { Decision, Effect, Scope } from './decision.js'
