/** Since when the agent waits for somebody: what it works at takes no time meanwhile. And the way to what was found wrong. */

import { createContext } from 'react'

export const Standstill = createContext<number | undefined>(undefined)

export const WayToFindings = createContext<(() => void) | undefined>(undefined)
