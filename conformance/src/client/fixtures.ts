/** The fixtures that come with the kit, by name. */

import { fileURLToPath } from 'node:url'
import { commandsFor } from '../peers/our-client/errand.js'
import { type ClientFixture, clientTasks } from './fixture.js'

function peer(name: string): string {
  return fileURLToPath(new URL(`../../dist/peers/${name}.js`, import.meta.url))
}

/** The client of our own library. */
const ours: ClientFixture = {
  name: 'ours',
  tasks: commandsFor([process.execPath, peer('our-client')], clientTasks),
  versions: [1, 2],
}

/** A client on the official SDK, with a plain host. Forks are not in its stable part. */
const official: ClientFixture = {
  name: 'official',
  tasks: commandsFor(
    [process.execPath, peer('official-client')],
    clientTasks.filter(task => task !== 'fork'),
  ),
  versions: [1],
}

export const clientFixtures: readonly ClientFixture[] = [ours, official]

/** The same with the fault that breaks this requirement. */
export function crookedClient(requirement: string): ClientFixture {
  const program = [process.execPath, peer('crooked-client'), requirement]
  return { name: `crooked ${requirement}`, tasks: commandsFor(program, clientTasks), versions: [1] }
}
