/** The names of version 2. */

import type { Spelling } from './spelling.js'

export const spellingV2: Spelling = {
  load: params => ({ method: 'session/resume', params: { ...params, replayFrom: { type: 'start' } } }),
  login: methodId => ({ method: 'auth/login', params: { methodId } }),
  logout: 'auth/logout',
  toValue: ({ type }, value) => ({ type: type === 'boolean' ? type : 'id', value }),
  // Updates may come before the answer, and the answer must not overwrite them.
  isAnswerLater: false,
  holdsPrompts: false,
}
