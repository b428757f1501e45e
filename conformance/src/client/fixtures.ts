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

const ACPX = ['acpx', '--agent', '{agent}', '--cwd', '{cwd}', '--format', 'json']

/** acpx, found on the PATH. */
const acpx: ClientFixture = {
  name: 'acpx',
  tasks: {
    prompt: [...ACPX, '--approve-all', 'exec', '{prompt}'],
    prompt_deny: [...ACPX, '--deny-all', 'exec', '{prompt}'],
    prompt_bare: [...ACPX, '--no-fs', '--no-terminal', '--approve-all', 'exec', '{prompt}'],
    cancel: [...ACPX, '--approve-all', 'exec', '{prompt}'],
    load: [...ACPX, 'sessions', 'new', '--resume-session', '{session}'],
    resume: [...ACPX, 'sessions', 'new', '--resume-session', '{session}'],
    list: [...ACPX, 'sessions', 'list'],
    set_option: [...ACPX, '--approve-all', 'exec', '--config-option', '{option}={value}', '{prompt}'],
    sign_in: [...ACPX, '--approve-all', 'exec', '{prompt}'],
  },
  versions: [1],
  isInterrupted: true,
}

const RUN = ['parley', 'run', '--agent', '{agent}', '--cwd', '{cwd}', '--protocol', '{version}', '--no-input']

/** `parley run`, found on the PATH. */
const parley: ClientFixture = {
  name: 'parley',
  tasks: {
    prompt: [...RUN, '--approve', 'all', '{prompt}'],
    prompt_deny: [...RUN, '{prompt}'],
    prompt_bare: [...RUN, '--approve', 'all', '--no-fs', '--no-terminal', '{prompt}'],
    cancel: [...RUN, '--approve', 'all', '{prompt}'],
    resume: [...RUN, '--resume', '{session}', '{prompt}'],
    set_mode: [...RUN, '--mode', '{mode}', '{prompt}'],
    set_option: [...RUN, '--option', '{option}={value}', '{prompt}'],
    sign_in: [...RUN, '--sign-in', '{method}', '{prompt}'],
    directories: [...RUN, '--add-dir', '{beside}', '{prompt}'],
    form_decline: [...RUN, '--no-visit', '{prompt}'],
  },
  versions: [1, 2],
  isInterrupted: true,
}

/** Every client that the kit knows how to drive. */
export const clientFixtures: readonly ClientFixture[] = [ours, official, acpx, parley]

/** The same with the fault that breaks this requirement. */
export function crookedClient(requirement: string): ClientFixture {
  const program = [process.execPath, peer('crooked-client'), requirement]
  return { name: `crooked ${requirement}`, tasks: commandsFor(program, clientTasks), versions: [1] }
}
