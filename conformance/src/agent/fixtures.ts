/** The fixtures that come with the kit, by name. */

import type { AgentFixture } from './fixture.js'
import { reference } from './fixtures/reference.js'
import { rehearsal } from './fixtures/rehearsal.js'
import { scout } from './fixtures/scout.js'

/** For agents that take whatever they are told for a prompt. */
const plain: AgentFixture = { name: 'plain', prompts: { say: 'Say hello in one word. Use no tools.' } }

export const agentFixtures: readonly AgentFixture[] = [plain, reference, scout, rehearsal]
