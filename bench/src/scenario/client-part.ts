/** The client's part in every row: reads its order, plays it through the contestant's door, reports the readings. */
import type { ClientDoor } from '../contestants/contestant.js'
import type { Readings } from '../measure/program.js'
import { playDispatch } from './dispatch.js'
import { playLarge, playLargeChunks } from './large.js'
import type { Order } from './order.js'
import { playRead } from './read.js'
import { playSay } from './say.js'
import { playSessions } from './sessions.js'
import { playStart } from './start.js'
import { playStuck } from './stuck.js'
import { playTurns } from './turns.js'

export async function playOrder(door: ClientDoor): Promise<void> {
  const order: Order = JSON.parse(process.argv[2] ?? '')
  const readings = await play(door, order)
  process.stdout.write(JSON.stringify(readings))
}

function play(door: ClientDoor, order: Order): Promise<Readings> {
  switch (order.play) {
    case 'say':
      return playSay(door, order)
    case 'stuck':
      return playStuck(door, order)
    case 'read':
      return playRead(door, order)
    case 'turns':
      return playTurns(door, order)
    case 'large':
      return playLarge(door, order)
    case 'start':
      return playStart(door, order)
    case 'sessions':
      return playSessions(door, order)
    case 'dispatch':
      return playDispatch(door, order)
    case 'large-chunks':
      return playLargeChunks(door, order)
  }
}
