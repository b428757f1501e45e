/** The door of the built-in agent. */

export { MODEL_VARIABLES } from './model/providers.js'
export { type ScoutOptions, scout } from './scout.js'
export { type ServeScoutOptions, serveScout } from './serve.js'
