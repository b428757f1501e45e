/** Terminals: one that runs, one that failed, colours, and what must not work. */

import { type ThreadUpdate, terminalOf } from '@parley/acp/thread'
import { meansWith, Staged, talkWith, threadOf } from '../showcase/means.fixture.js'
import { TerminalTail } from './terminal-tail.js'
import { TerminalsPane } from './terminals-pane.js'

interface Shown {
  readonly command: string
  readonly output: string
  readonly exitCode?: number | undefined
}

const shown = (terminalId: string, { command, output, exitCode }: Shown): ThreadUpdate => ({
  ...{ sessionUpdate: 'terminal_update', terminalId, command, cwd: '/home/ada/shop' },
  output: { data: btoa(String.fromCharCode(...new TextEncoder().encode(output))) },
  ...(exitCode === undefined ? {} : { exitStatus: { exitCode } }),
})

const COLOURS = Array.from({ length: 16 }, (_, each) => `\u001b[38;5;${each}m colour ${each}\u001b[0m`).join(
  '\n',
)
const TESTS = [
  '\u001b[1m\u001b[36m RUN \u001b[0m v4.1.12 /home/ada/shop\r\n\r\n',
  ' \u001b[32m✓\u001b[0m src/cart.test.ts \u001b[2m(12 tests)\u001b[22m 34ms\r\n',
  ' \u001b[31m✗ src/total.test.ts\u001b[0m \u001b[38;2;160;70;0m(1 failed)\u001b[0m\r\n',
  '   \u001b[31mexpected 12.5 to be 12.50\u001b[0m\r\n',
].join('')
const TRICKS = [
  'before \u001b]0;a title\u0007\u001b]8;;https://evil.example/\u001b\\a link\u001b]8;;\u001b\\',
  '\u001b]52;c;ZXZpbA==\u0007\u001bP$qm\u001b\\\u001b[8;1;1t\u001b[21t\u001b[c\u001b[6n\u001b]4;1;rgb:ff/ff/ff\u0007',
  'after\n',
].join('')

const LONG_COMMAND = `for each in one two three; do npm test -- --run "src/$each.test.ts"; done; `.repeat(12)

const pane = (updates: readonly ThreadUpdate[]) => {
  const means = meansWith({ talk: talkWith({ thread: threadOf(updates, 2) }) })
  return (
    <Staged means={means}>
      <TerminalsPane />
    </Staged>
  )
}

const running = shown('b', { command: 'npm run watch', output: `${TESTS}waiting for changes …\n` })
const failed = shown('a', { command: 'npm test -- --run', output: TESTS, exitCode: 1 })

export const showcases = {
  two: () => pane([failed, running]),
  colours: () => pane([shown('a', { command: 'colours', output: COLOURS, exitCode: 0 })]),
  tricks: () => pane([shown('a', { command: 'tricks', output: TRICKS, exitCode: 0 })]),
  'a long command': () => pane([shown('a', { command: LONG_COMMAND, output: TESTS })]),
  'a long line': () => pane([shown('a', { command: 'yes', output: 'y'.repeat(60_000) })]),
  none: () => pane([]),
  tail: () => {
    const terminal = terminalOf(threadOf([failed], 2), 'a')
    return terminal && <TerminalTail terminal={terminal} lines={3} />
  },
}
