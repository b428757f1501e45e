/** /tour: everything the protocol can do, shown on real files. */

import type { StopReason } from '@parley/acp/agent'
import type { Errand } from '../errand.js'

export async function takeTour({ turn }: Errand, input: string): Promise<StopReason> {
  const { tour } = await import('../tour/tour.js')
  return tour(turn, input)
}
