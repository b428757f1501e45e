/** The fixtures that come with the kit, by name. */

import type { ClientFixture } from './fixture.js'

export const clientFixtures: readonly ClientFixture[] = []
