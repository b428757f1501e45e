/** The fixtures that come with the kit, by name. */

import type { AgentFixture } from './fixture.js'
import { plain } from './fixtures/plain.js'
import { reference } from './fixtures/reference.js'
import { rehearsal } from './fixtures/rehearsal.js'
import { scout } from './fixtures/scout.js'

export const agentFixtures: readonly AgentFixture[] = [plain, reference, scout, rehearsal]
