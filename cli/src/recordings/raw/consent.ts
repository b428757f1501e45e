/** What has to be said and typed before anything is recorded with its secrets in it. Nothing is started before. */

import { EXIT } from '../../exit-code.js'
import { Failure } from '../../failure.js'
import { counted } from '../../listing/count.js'
import type { Shell } from '../../shell.js'
import { type RecipientWords, readRecipients } from './keys.js'
import type { SealKeys } from './seal.js'
import { openTerminal, type Terminal } from './terminal.js'

export interface RawFlags extends RecipientWords {
  readonly raw?: boolean | undefined
}

export const SEALED_END = '.ndjson.age'
/** Nobody types it by accident. */
const CONSENT = 'record secrets'
const LEAST_CHARACTERS = 10

/** How the recording is to be sealed; nothing where it is an ordinary one. `output` is true where no file is named. */
export async function obtainConsent(
  flags: RawFlags,
  output: string | true,
  shell: Shell,
): Promise<SealKeys | undefined> {
  demandNoKeys(flags)
  if (flags.raw !== true) return undefined
  if (output !== true && !output.endsWith(SEALED_END))
    throw refusal(`what --raw records is encrypted, and the name of its file ends in ${SEALED_END}.`, {
      exitCode: EXIT.usage,
      reason: 'usage',
    })
  const recipients = await readRecipients(flags, shell)
  const terminal = openTerminal()
  if (terminal === undefined)
    throw refusal('--raw has to be agreed to at a terminal, and there is none here.', {
      exitCode: EXIT.inputNeeded,
      reason: 'confirmation_needed',
      cure: 'Start the client in a terminal; or leave --raw out: then secrets are left out, and nobody is asked.',
    })
  try {
    return await ask(terminal, recipients)
  } finally {
    terminal.close()
  }
}

async function ask(terminal: Terminal, recipients: readonly string[]): Promise<SealKeys> {
  const toWhom =
    recipients.length === 0 ? 'with a passphrase' : `to ${counted(recipients.length, 'recipient')}`
  terminal.say(
    `Nothing is left out of this recording: passwords, keys and texts of files are written as they pass,\n` +
      `encrypted ${toWhom}. Whoever can open it has them all.\n`,
  )
  if ((await terminal.ask(`Type "${CONSENT}" to go on: `)).trim() !== CONSENT)
    throw refusal('this was not agreed to.', { exitCode: EXIT.denied, reason: 'not_confirmed' })
  if (recipients.length > 0) return { recipients }
  const passphrase = await terminal.ask('Passphrase: ', { isHidden: true })
  if (passphrase.length < LEAST_CHARACTERS)
    throw refusal(`a passphrase has at least ${LEAST_CHARACTERS} characters.`)
  if ((await terminal.ask('Once more: ', { isHidden: true })) !== passphrase)
    throw refusal('the two passphrases are not the same.')
  return { passphrase }
}

/** Whoever names those who can open it must not get a file that everybody can. */
export function demandNoKeys({ raw, recipient, recipientsFile }: RawFlags): void {
  if (raw === true || (recipient ?? recipientsFile) === undefined) return
  const flag = recipient === undefined ? '--recipients-file' : '--recipient'
  throw refusal(`${flag} is for --raw: other recordings are not encrypted.`, {
    exitCode: EXIT.usage,
    reason: 'usage',
  })
}

function refusal(
  message: string,
  details: ConstructorParameters<typeof Failure>[1] = { exitCode: EXIT.usage, reason: 'passphrase' },
): Failure {
  return new Failure(`${message} Nothing was started.`, details)
}
