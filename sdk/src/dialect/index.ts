/** The door of the room that knows other people's spellings of version 1. */

export type { TakeCredentials } from './credentials.js'
export { type DialectHint, detect } from './detect.js'
export { type DialectChannelOptions, dialect } from './dialect.js'
export { type DialectName, type DialectOptions, dialectNames } from './interpreter.js'
