/** Short connections that break off: in the middle of a message, of a turn, of the greeting, or with nobody left to read. */
import { Calls } from './calls.js'
import { firstCall } from './client-round.js'
import { greetingParams, greetingResult } from './greeting.js'
import { mutate } from './mutation.js'
import type { Round } from './round.js'
import { onStage } from './round.js'
import type { Setting } from './setting.js'
import { frame } from './wire.js'

const MOST_MESSAGES = 15

export function endingRound(setting: Setting): Promise<void> {
  return onStage(setting, async round => {
    const { link, random } = round
    // Nothing is counted here but the ending: what is owed at the end depends on how far the target has come.
    if (setting.side === 'agent') await beginAsClient(round)
    else await beginAsAgent(round)
    const calls = new Calls(round)
    for (let left = random.below(MOST_MESSAGES); left > 0; left--) await link.send(calls.next())
    // Work that nobody will end: it is called off when its time is up.
    if (random.chance(0.1))
      await link.sendValue({ jsonrpc: '2.0', id: 'held', method: '_fuzz/hold', params: {} })
    const last = frame(calls.next(), setting.framing)
    if (random.chance(0.7)) await link.sendBytes(last.subarray(0, random.below(last.length)))
    if (random.chance(0.3)) link.deafen()
    await link.end()
  })
}

async function beginAsClient({ link, pool, random, setting }: Round): Promise<void> {
  link.isLenient = true
  const params = greetingParams(setting.contract, random, pool)
  const greeting = random.chance(0.5) ? params : mutate(params, random)
  await link.sendValue({ jsonrpc: '2.0', id: 'hello', method: 'initialize', params: greeting })
}

async function beginAsAgent({ link, pool, random, setting }: Round): Promise<void> {
  const { id } = await firstCall(link)
  link.isLenient = true
  if (random.chance(0.2)) return
  const result = greetingResult(setting.contract, random, pool)
  await link.sendValue({
    jsonrpc: '2.0',
    id,
    result: random.chance(0.5) ? result : mutate(result, random, 2),
  })
}
