/** Parley's own validation of an update: the generated shape its client applies to `session/update`. */
import { loadContract } from '@parley/acp/protocol'
import { BAD, Trail } from '@parley/acp/schema'
import { playValidate } from '../../scenario/validate.js'

const contract = await loadContract(1, false)
const shape = contract.methods.find(row => row.name === 'session/update')?.params
if (shape === undefined) throw new Error('the contract has no session/update')

// One trail serves as long as it stays clean, as in the library itself.
const trail = new Trail()

playValidate(message => shape(message, trail) !== BAD && trail.isClean)
