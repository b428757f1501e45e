/** The door of the room that thinks with a model. What it needs of others is loaded when it is needed. */

export { findBrain } from './find-brain.js'
export { type AnswerOptions, answer } from './loop.js'
