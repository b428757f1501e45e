/** A request of the agent as lines: what can be chosen, and what was asked. */

import { boundedLine } from '@parley/acp/guard'
import { EMPTY, type Line, lineOf } from '../../chat/screen/line.js'
import { drawValue } from './draw-value.js'
import { type Held, optionsOf } from './model.js'

export function drawHeld(held: Held): readonly Line[] {
  const options = optionsOf(held)
    .slice(0, 9)
    .map(({ name, kind, optionId }, index) =>
      lineOf(
        ` ${index + 1}  ${boundedLine(`${String(name)}  (${String(kind)}, ${String(optionId)})`, 200)}`,
        'accent',
      ),
    )
  return [...options, EMPTY, ...drawValue(held.params)]
}
