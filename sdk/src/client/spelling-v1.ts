/** The names of version 1. */

import type { Spelling } from './spelling.js'

export const spellingV1: Spelling = {
  load: params => ({ method: 'session/load', params }),
  login: methodId => ({ method: 'authenticate', params: { methodId } }),
  logout: 'logout',
  // A value that names no type is the id of a choice.
  toValue: ({ type }, value) => (type === 'boolean' ? { type, value } : { value }),
  // What is told again before the answer is history, and the answer says what holds now.
  isAnswerLater: true,
  holdsPrompts: true,
}
