/** `parley sessions rm`: forgets conversations, on this side and, where it is wanted, at their agents. */

import { createInterface } from 'node:readline/promises'
import { sanitizeLine } from '@parley/acp/guard'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { print } from '../listing/print.js'
import type { Conversation } from '../record/conversation.js'
import { shortIds } from '../record/find-conversation.js'
import type { Shell } from '../shell.js'
import { demandOwn, withLibrary } from './library.js'
import { titleOf } from './shown-conversation.js'
import { ask, visit } from './visit.js'

export interface RemoveOptions {
  readonly atAgent?: boolean | undefined
  readonly yes?: boolean | undefined
}

export async function removeConversations(
  wanted: readonly string[],
  options: RemoveOptions,
  shell: Shell,
): Promise<number> {
  return withLibrary(shell, async (library, journal) => {
    const all = await library.all()
    const short = shortIds(all)
    // All are found before the first is removed.
    const found = [...new Set(wanted.map(each => demandOwn(each, all, shell.cwd)))]
    if (!(await isAgreed(found, { options, short, shell }))) {
      await print(shell.stderr, 'Nothing was removed.\n')
      return EXIT.error
    }
    for (const each of found) {
      // First there: what could not be deleted at the agent can still be found here.
      if (options.atAgent === true) await removeAtAgent(each, shell)
      await journal.delete(each.id)
      await print(
        shell.stdout,
        `Removed ${short(each.id)}${options.atAgent === true ? ', also at its agent' : ''}\n`,
      )
    }
    return EXIT.ok
  })
}

function removeAtAgent({ agent, sessionId }: Conversation, shell: Shell): Promise<void> {
  return visit(agent, { shell }, client =>
    ask(agent, 'delete conversations', () => client.deleteSession(sessionId)),
  )
}

interface Asking {
  readonly options: RemoveOptions
  readonly short: (id: string) => string
  readonly shell: Shell
}

async function isAgreed(found: readonly Conversation[], { options, short, shell }: Asking): Promise<boolean> {
  if (options.yes === true) return true
  const { stdin, stderr } = shell
  if (!stdin.isTTY || !stderr.isTTY)
    throw new Failure('Nobody can be asked whether to remove it.', {
      ...{ exitCode: EXIT.inputNeeded, reason: 'confirmation_needed' },
      cure: '--yes says so beforehand.',
    })
  for (const each of found)
    await print(stderr, `${short(each.id)}  ${sanitizeLine(each.agent)}  ${sanitizeLine(titleOf(each))}\n`)
  const what = found.length === 1 ? 'this conversation' : `these ${found.length} conversations`
  const where = options.atAgent === true ? ' here and at the agent' : ''
  const asking = createInterface({ input: stdin, output: stderr })
  try {
    const answer = await asking.question(`Remove ${what}${where} (y/N)? `)
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    asking.close()
  }
}
