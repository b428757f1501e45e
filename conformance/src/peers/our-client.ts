/** `node our-client.js <task> <agent> <cwd> <state> …`: a client on our own library, driven by an examination. */

import { drive } from './our-client/drive.js'
import { readErrand } from './our-client/errand.js'

await drive(readErrand(process.argv.slice(2)))
