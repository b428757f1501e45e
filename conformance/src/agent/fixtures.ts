/** The fixtures that come with the kit, by name. */

import type { AgentFixture } from './fixture.js'

/** For agents that take whatever they are told for a prompt. */
const plain: AgentFixture = { name: 'plain', prompts: { say: 'Say hello in one word. Use no tools.' } }

export const agentFixtures: readonly AgentFixture[] = [plain]
