/** The inspector on a small wire, on a large one, and on none. */

import { meansWith, Staged, talkWith } from '../showcase/means.fixture.js'
import type { WireLog } from '../state/wire-log.js'
import { ProtocolPane } from './protocol-pane.js'
import { entriesOf, OPEN_REQUEST, wireWith } from './wire.fixture.js'

const pane = (wires: readonly WireLog[]) => (
  <Staged means={meansWith({ talk: talkWith(), wires: new Map(wires.map(wire => [wire.agent, wire])) })}>
    <ProtocolPane />
  </Staged>
)

export const showcases = {
  small: () => pane([wireWith([...entriesOf(40), OPEN_REQUEST])]),
  large: () => pane([wireWith(entriesOf(100_000))]),
  none: () => pane([]),
}
