/** The words of `parley bridge`. Nothing of the work is loaded before it is called. */

import type { Command } from 'commander'
import type { Act } from '../act.js'
import { example } from '../declaring.js'
import { dialectOption } from '../dialect-option.js'
import { speakPlainly } from '../usage.js'
import type { BridgeFlags } from './bridge.js'

const EPILOGUE = `
Where both speak the same version, nothing is changed. Else an agent of version 1 is one of version 2 for
its client, and an agent of version 2 one of version 1. What one of them has no words for stands in
docs/bridge.md. An agent that answers with the other version is started again and greeted in its own.

Exit codes: 0 when the client has ended it, 2 for words that make no sense, 8 when the agent could not be
started or died, 130 after a signal.`

export function declareBridge(program: Command, act: Act): void {
  const bridge = program
    .command('bridge')
    .summary('make an agent of version 1 speak version 2, and the other way round')
    .description(
      'Stands between a client and an agent on stdin and stdout, and translates where they speak different versions.',
    )
    .argument('[command...]', 'after --: the id of an agent, or the command of one')
    .option('--no-restart', 'greet an agent of the other version again without starting it again')
    .addOption(dialectOption())
    .addHelpText('after', `${EPILOGUE}\n${example('bridge -- my-agent --acp', 'bridge -- scout')}`)
    .action((command: readonly string[], options: BridgeFlags) =>
      act(async () => {
        const { bridgeWork } = await import('./bridge.js')
        return shell => bridgeWork(command, options, shell)
      }),
    )
  speakPlainly(bridge)
}
