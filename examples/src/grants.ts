/** What was allowed for longer than once: `node grants.js` lists it, `node grants.js ID` takes one answer back. */

import { describeGrant, sanitizeLine } from '@parley/acp/guard'
import { nodeHost } from '@parley/acp/node'

const [id] = process.argv.slice(2)
const host = nodeHost()

if (id !== undefined) console.log((await host.grants.revoke(id)) ? 'taken back' : 'there is no such answer')
for (const grant of await host.grants.list()) console.log(grant.id, sanitizeLine(describeGrant(grant)))
await host.close()
