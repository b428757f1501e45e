/** All rows, in the order they run and print. */
import { betweenRows } from './between.js'
import { bundle } from './bundle.js'
import { dispatchChunk, dispatchPlan, dispatchToolUpdate } from './dispatch.js'
import { gatewayLoad } from './gateway-load.js'
import { journal } from './journal.js'
import { large, largeChunks } from './large.js'
import { httpRows, webSocketRows } from './remote.js'
import { roundtripMany, roundtripOne } from './roundtrip.js'
import type { Row } from './row.js'
import { sessions } from './sessions.js'
import { slowReader } from './slow-reader.js'
import { importCpu, start } from './start.js'
import { burst, stream } from './stream.js'
import { validate } from './validate.js'

export const rows: readonly Row[] = [
  stream,
  burst,
  roundtripOne,
  roundtripMany,
  dispatchChunk,
  dispatchToolUpdate,
  dispatchPlan,
  validate,
  large,
  largeChunks,
  start,
  importCpu,
  bundle,
  sessions,
  slowReader,
  journal,
  ...betweenRows,
  ...webSocketRows,
  ...httpRows,
  gatewayLoad,
]
