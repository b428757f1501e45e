/** Who we say we are when the host does not say. */

import type { v1 } from '../schema/index.js'

export const unnamed: v1.Implementation = { name: 'parley', version: '0.1.0' }
