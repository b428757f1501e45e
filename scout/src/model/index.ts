/** The door of the room that thinks with a model. What it needs of others is loaded when it is needed. */

export type { Brain, Senses, Wire } from './brain.js'
export { type BrainWish, findBrain, listBrains } from './find-brain.js'
export { type AnswerOptions, answer } from './loop.js'
export { MODEL_VARIABLES, type Surroundings } from './providers.js'
