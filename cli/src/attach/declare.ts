/** `parley attach`, as it is typed: a chat that runs on this machine, or a session of a gateway. */

import { type Command, Option } from 'commander'
import type { Act } from '../act.js'
import { gatewayOptions } from '../gateway-options.js'
import { protocolOption } from '../session-options.js'
import type { AttachFlags } from './flags.js'
import { isAddress } from './gateway-address.js'

const EPILOGUE = `
With the address of a gateway it is a screen on one of its sessions: what was said, then what is
said, by everybody who is there. Without a session it shows those that there are, and asks. A link
(/share in a chat) leads straight in; it works once, for 30 seconds. Without a terminal the
conversation is printed, and followed.

The token stands in a file (--token-file) or in the variable PARLEY_TOKEN, never on the command
line, where every program on the machine can read it.

Examples:
  parley attach
  parley attach https://acp.example.org --token-file ~/acp-token
  parley attach http://127.0.0.1:7430 sess_1 | tee log
  parley attach 'http://127.0.0.1:7430/#ticket=...'

Exit codes:
  0 left   1 an error   2 usage   4 there is no such chat or session
  8 the gateway cannot be reached   9 it wants another token, or the link is used up`

export function declareAttach(program: Command, act: Act): void {
  const attach = program
    .command('attach')
    .summary('come back to a chat that was left working, or to a session of a gateway')
    .description(
      'Shows a chat that goes on without a terminal, or takes it over from another one; or is one more screen on a session of a gateway.',
    )
    .argument('[place]', 'which chat, as --list names them; or the address of a gateway, or a link')
    .argument('[session]', 'which session of the gateway, by its id or how that begins')
  for (const option of options()) attach.addOption(option)
  attach
    .addHelpText('after', EPILOGUE)
    .action((place: string | undefined, session: string | undefined, flags: AttachFlags) =>
      act(async () => {
        if (place !== undefined && isAddress(place)) {
          const { attachWork } = await import('./attach.js')
          return shell => attachWork({ address: place, session, flags }, shell)
        }
        const { attachTo, endChat, listChats } = await import('../chat/front/attach.js')
        if (flags.list === true) return listChats
        return shell => (flags.end === true ? endChat(place, shell) : attachTo(place, shell))
      }),
    )
}

function options(): readonly Option[] {
  return [
    new Option('-l, --list', 'show those that there are, and no more').conflicts('end'),
    new Option('--end', 'end the chat and its agents; what was said is kept'),
    ...gatewayOptions(),
    new Option('--plain', 'one line per event, no cursor motion: for screen readers'),
    new Option('--format <format>', 'how a list, or what is followed without a terminal, is written')
      .choices(['text', 'json'])
      .default('text'),
    protocolOption(),
    new Option('--theme <theme>', 'colours for a dark or a light terminal')
      .choices(['auto', 'dark', 'light'])
      .default('auto'),
  ]
}
