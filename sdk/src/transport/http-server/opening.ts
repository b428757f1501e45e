/** The first POST of a client: a connection is made, and the answer to what it says is the answer to the POST. */

import { type Caller, type Refusal, ServingRefused, UNPROVEN } from '../remote/serving.js'
import { AnswerOutlet } from './answer-outlet.js'
import type { HttpConnection } from './connection.js'
import type { Exchange } from './exchange.js'
import type { House } from './house.js'
import { refusal } from './refusal.js'

/** An opening that was posted. */
export interface PostedOpening {
  readonly message: object
  readonly size: number
}

/** Answers it, or says why not. */
export async function open<WhoCalls extends Caller>(
  house: House<WhoCalls>,
  exchange: Exchange,
  { caller, message, size }: PostedOpening & { readonly caller: WhoCalls },
): Promise<Refusal | undefined> {
  const id = 'id' in message ? message.id : null
  if (id === null || id === undefined) return refusal(400, 'opening_without_id')
  if (caller.proves?.(message) === false) return UNPROVEN
  const connection = house.connections.open(caller)
  if ('status' in connection) return connection
  exchange.onLeft(() => connection.retire())
  const outlet = new AnswerOutlet(id)
  connection.incoming.add(message, size)
  try {
    house.serving.serve(connection, caller)
    return await answer(house, exchange, { connection, outlet })
  } catch (error) {
    await connection.retire()
    // Nobody will read it.
    await connection.incoming.return()
    if (error instanceof ServingRefused) return error.refusal
    throw error
  }
}

interface Opened {
  readonly connection: HttpConnection
  readonly outlet: AnswerOutlet
}

async function answer<WhoCalls extends Caller>(
  house: House<WhoCalls>,
  exchange: Exchange,
  { connection, outlet }: Opened,
): Promise<Refusal | undefined> {
  connection.hold(undefined, outlet)
  const timer = setTimeout(() => outlet.giveUp('timeout'), house.settings.limits.openingMilliseconds)
  const refused = await connection.onListen({ session: undefined, after: undefined, outlet })
  if (refused !== undefined) outlet.giveUp('closed')
  const answered = await outlet.answer
  clearTimeout(timer)
  if (typeof answered === 'string') {
    await connection.retire()
    return answered === 'timeout' ? refusal(504, 'opening_timeout') : refusal(500, 'internal_error')
  }
  connection.early = outlet.others
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'acp-connection-id': connection.id,
  }
  exchange.answer(200, headers, answered.text)
  // Nobody can open it a second time, so it is good for nothing.
  if (answered.isError) await connection.retire()
  return undefined
}
