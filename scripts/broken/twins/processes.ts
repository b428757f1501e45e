/** What would go wrong with the processes we start, one fault each: who outlives whom, and what a terminal tells. */
import type { Twin } from '../twin.js'

const FAMILY = 'node/processes/family.test.ts'
const REAPER = 'node/processes/reaper.test.ts'
const TERMINALS = 'node/terminals/terminals.test.ts'

const ENDS: readonly Twin[] = [
  {
    fault: 'who left the group outlives the agent',
    file: 'node/processes/family.ts',
    find: 'for (const { pid } of members ?? []) killOne(pid)',
    replace: '',
    test: ['node/spawn-agent.test.ts', 'what the agent started dies with it, also who left its group'],
  },
  {
    fault: 'only the leader of a group is asked to end',
    file: 'node/processes/family.ts',
    find: "process.kill(process.platform === 'win32' ? this.#leader : -this.#leader, signal)",
    replace: 'process.kill(this.#leader, signal)',
    test: [TERMINALS, 'everybody in the group is asked to end, and has time for it'],
  },
  {
    fault: 'a command that minds no SIGTERM is left alive',
    file: 'node/processes/family.ts',
    find: "      await pause(POLL_MILLISECONDS)\n    this.signal('SIGKILL')\n",
    replace: '      await pause(POLL_MILLISECONDS)\n',
    test: [TERMINALS, 'a command that minds no SIGTERM is killed when the patience is over'],
  },
  {
    fault: 'one mark is the beginning of another',
    file: 'node/processes/mark.ts',
    find: '};`',
    replace: '}`',
    test: [FAMILY, 'no mark is a part of another'],
  },
  {
    fault: 'what we started outlives a signal',
    file: 'node/processes/family.ts',
    find: '  for (const signal of endings) process.on(signal, endByItself)\n',
    replace: '',
    test: ['node/spawn-agent.test.ts', 'what we started ends with us when we are ended by SIGTERM'],
    build: true,
  },
  {
    fault: 'the reaper does not look for the mark',
    file: 'node/processes/reaper-script.ts',
    find: 'for pid in $before $(marked); do',
    replace: 'for pid in $before; do',
    test: [REAPER, 'when we are killed, everything we started ends'],
    build: true,
  },
  {
    fault: 'the reaper does not know the groups',
    file: 'node/processes/family.ts',
    find: 'tellReaper(`+',
    replace: 'tellReaper(`?',
    test: [REAPER, 'when we are killed, everything we started ends'],
    build: true,
  },
]

export const PROCESSES: readonly Twin[] = [
  ...ENDS,
  {
    fault: 'what a command prints may begin within a character',
    file: 'node/terminals/characters.ts',
    find: 'while (count < MOST_CONTINUATIONS && isContinuation(bytes[count])) count++',
    replace: '',
    test: ['node/terminals/output-ring.test.ts', 'what does not fit pushes out the oldest'],
  },
  {
    fault: 'half a character is shown',
    file: 'node/terminals/characters.ts',
    find: 'return lengthFrom(byte) > back ? back : 0',
    replace: 'return 0',
    test: ['node/terminals/characters.test.ts', 'half a character waits for its other half'],
  },
  {
    fault: 'an agent may choose what every program loads',
    file: 'node/terminals/agent-variables.ts',
    find: 'if (isRefusedVariable(name) || name === markName)',
    replace: 'if (name === markName)',
    test: [
      'node/terminals/agent-variables.test.ts',
      'a variable that makes a harmless program run other code',
    ],
  },
  {
    fault: 'a terminal answers every session',
    file: 'node/terminals/register.ts',
    find: 'for (const { terminal, givenUp } of this.of(sessionId))',
    replace: 'for (const { terminal, givenUp } of this.of())',
    test: [TERMINALS, 'a terminal of another session is not found'],
  },
  {
    fault: 'a command runs in whatever took the place of the session directory',
    file: 'node/terminals/directory.ts',
    find: '  const place = await placeIn(real, roots)\n',
    replace: '  const place = { path: real, root: roots[0]?.path }\n',
    test: ['node/host.test.ts', 'F2: a directory that takes the place of the session'],
  },
  {
    fault: 'the end of a command is told before the last of its output',
    file: 'node/terminals/terminal-table.ts',
    find: '    await terminal.shown()\n',
    replace: '',
    test: ['node/terminals/live-view.test.ts', 'the end is told after the last of the output'],
  },
  {
    fault: 'what ended terminals keep has no bound',
    file: 'node/terminals/register.ts',
    find: '      terminal.trim(TAIL_BYTES)\n',
    replace: '',
    test: [TERMINALS, 'what ended terminals keep is bounded'],
  },
  {
    fault: 'a command runs where its directory was swapped to',
    file: 'node/terminals/directory.ts',
    find: "return { place, cwd: pin.entry('.'), close: () => pin.close() }",
    replace: 'return { place, cwd: wanted, close: () => pin.close() }',
    test: ['node/terminals/directory.test.ts', 'a directory that is swapped while the user is asked'],
  },
]
