/** What is said where something is wanted of a conversation that is not open. */

import { ShownError } from '../state/shown-error.js'

export const NOT_OPEN = new ShownError({ message: 'This conversation is not open.', offer: 'retry' })
