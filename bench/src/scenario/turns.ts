/** Prompts that are answered at once, one after the other: what every library and every version can carry. */
import type { ClientDoor } from '../contestants/contestant.js'
import { median } from '../measure/median.js'
import type { Readings } from '../measure/program.js'
import type { Command } from './command.js'
import { Inbox } from './inbox.js'
import type { TurnsOrder } from './order.js'

export async function playTurns(
  door: ClientDoor,
  { agentFile, way, warmup, count }: TurnsOrder,
): Promise<Readings> {
  const link = await door.spawn(agentFile, new Inbox().handlers, way)
  const session = await link.newSession()
  const command: Command = { do: 'nothing' }
  const times: number[] = []
  for (let turn = 0; turn < warmup + count; turn++) {
    const start = performance.now()
    await session.prompt(JSON.stringify(command))
    if (turn >= warmup) times.push((performance.now() - start) * 1000)
  }
  await link.close()
  return { p50Micros: median(times) }
}
