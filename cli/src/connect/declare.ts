/** The words of `parley connect`. Nothing of the work is loaded before it is called. */

import type { Command } from 'commander'
import type { Act } from '../act.js'
import { type GatewayFlags, gatewayOptions } from '../gateway-options.js'
import { speakPlainly } from '../usage.js'

const EPILOGUE = `
The token of the server stands in a file (--token-file) or in the variable PARLEY_TOKEN, never on
the command line, where every program on the machine can read it. Without encryption (http:, ws:)
only this machine is spoken to. An address without a path means /acp.

In an editor: parley setup zed --agent "parley connect wss://acp.example.org/acp --token-file /path"`

export function declareConnect(program: Command, act: Act): void {
  const connect = program
    .command('connect')
    .description('be a remote agent on stdin and stdout, for any client of the protocol')
    .argument('<url>', 'where the agent is: wss:, https:, or on this machine ws: and http:')
  for (const option of gatewayOptions()) connect.addOption(option)
  connect.addHelpText('after', EPILOGUE).action((url: string, flags: GatewayFlags) =>
    act(async () => {
      const { connectWork } = await import('./connect.js')
      return shell => connectWork({ url, flags }, shell)
    }),
  )
  speakPlainly(connect)
}
