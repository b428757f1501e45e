/** That somebody waits for the person, wherever they look. */

import type { Model } from '../model/model.js'
import { waitingIn } from '../model/talk-state.js'
import { EMPTY, type Line, lineOf } from '../screen/line.js'

/** Empty where nobody does. */
export function drawWaiting({ talks }: Pick<Model, 'talks'>): Line {
  const asked = talks.reduce((sum, talk) => sum + waitingIn(talk), 0)
  return asked === 0 ? EMPTY : lineOf(`? ${asked} waiting`, 'warning')
}
