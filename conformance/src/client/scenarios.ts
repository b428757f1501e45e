/** Every scenario for clients, in the order in which they are played. */

import type { ClientScenario } from './scenario.js'
import { cancel } from './scenarios/cancel.js'
import { capabilities } from './scenarios/capabilities.js'
import { elicitation } from './scenarios/elicitation.js'
import { files } from './scenarios/files.js'
import { handshake } from './scenarios/handshake.js'
import { list } from './scenarios/list.js'
import { manners } from './scenarios/manners.js'
import { permission } from './scenarios/permission.js'
import { prompt } from './scenarios/prompt.js'
import { setup } from './scenarios/setup.js'
import { signIn } from './scenarios/sign-in.js'
import { state } from './scenarios/state.js'
import { terminals } from './scenarios/terminals.js'
import { unlent } from './scenarios/unlent.js'
import { upserts } from './scenarios/upserts.js'

export const clientScenarios: readonly ClientScenario[] = [
  ...handshake,
  ...capabilities,
  ...setup,
  ...prompt,
  ...signIn,
  ...permission,
  ...cancel,
  ...manners,
  ...files,
  ...unlent,
  ...terminals,
  ...state,
  ...upserts,
  ...list,
  ...elicitation,
]
