/** The door of the built-in agent. */

export type { Errand } from './errand.js'
export { type ScoutOptions, scout } from './scout.js'
export { type ServeScoutOptions, serveScout } from './serve.js'
