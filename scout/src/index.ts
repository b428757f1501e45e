/** The door of the built-in agent. */

export type { Errand } from './errand.js'
