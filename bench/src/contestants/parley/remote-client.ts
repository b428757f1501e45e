/** The bench client on Parley, as its README says: `openChannel`, `connect`. What breaks is taken up again. */
import { connect } from '@parley/acp/client'
import { openChannel } from '@parley/acp/node'
import { playRemoteOrder } from '../../scenario/remote.js'
import { toLink } from './link.js'

await playRemoteOrder(async (transport, url, handlers) =>
  toLink(await connect(await openChannel({ transport, url })), handlers),
)
