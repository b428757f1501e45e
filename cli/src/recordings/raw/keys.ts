/** Reads keys of age: recipients that a recording is encrypted to, and the identities that open it. Never repeats one that is secret. */

import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { boundedLine } from '@parley/acp/guard'
import { codeOf } from '../../error-code.js'
import { EXIT } from '../../exit-code.js'
import { Failure, messageOf } from '../../failure.js'
import type { Shell } from '../../shell.js'

const SECRET = /^AGE-SECRET-KEY-/i
const MOST_BYTES = 1_000_000

export interface RecipientWords {
  /** As they stand on the line. */
  readonly recipient?: readonly string[] | undefined
  /** Files of them, a line each. */
  readonly recipientsFile?: readonly string[] | undefined
}

/** All that were named, each once. */
export async function readRecipients(words: RecipientWords, shell: Shell): Promise<readonly string[]> {
  const { recipient = [], recipientsFile = [] } = words
  for (const word of recipient) await demandRecipient(word, '--recipient')
  const found = [...recipient]
  for (const file of recipientsFile) {
    const lines = await linesOf(file, '--recipients-file', shell)
    for (const { text, line } of lines) await demandRecipient(text, `${file}: line ${line}`)
    found.push(...lines.map(({ text }) => text))
  }
  return [...new Set(found)]
}

/** The identities of a file, as `age-keygen` writes it. */
export async function readIdentities(file: string, shell: Shell): Promise<readonly string[]> {
  const lines = await linesOf(file, '--identity', shell)
  const { Decrypter } = await import('age-encryption')
  for (const { text, line } of lines)
    try {
      new Decrypter().addIdentity(text)
    } catch {
      throw usage(
        `${file}: line ${line}: expected an identity, AGE-SECRET-KEY-1…`,
        /^(?:age-encryption\.org\/|-----BEGIN AGE)/.test(text)
          ? 'The file is encrypted itself; open it first: age --decrypt'
          : 'age-keygen writes such a file.',
      )
    }
  return lines.map(({ text }) => text)
}

async function demandRecipient(text: string, where: string): Promise<void> {
  if (SECRET.test(text))
    throw usage(
      `${where}: this is an identity, which is secret; expected its recipient, age1…`,
      'age-keygen -y shows the recipient of an identity.',
    )
  const { Encrypter } = await import('age-encryption')
  try {
    new Encrypter().addRecipient(text)
  } catch {
    throw usage(
      `${where}: expected a recipient, age1…; found ${JSON.stringify(boundedLine(text, 80))}`,
      'age-keygen makes an identity, and shows its recipient.',
    )
  }
}

interface NumberedLine {
  readonly text: string
  readonly line: number
}

async function linesOf(file: string, option: string, { cwd }: Shell): Promise<readonly NumberedLine[]> {
  const text = await readFile(resolve(cwd, file), 'utf8').catch((error: unknown) => {
    throw usage(`${option}: ${file} cannot be read (${codeOf(error) ?? messageOf(error)}).`)
  })
  const lines = text
    .slice(0, MOST_BYTES)
    .split('\n')
    .map((each, index) => ({ text: each.trim(), line: index + 1 }))
    .filter(each => each.text !== '' && !each.text.startsWith('#'))
  if (lines.length === 0) throw usage(`${option}: there is no key in ${file}.`)
  return lines
}

function usage(message: string, cure?: string): Failure {
  return new Failure(message, { exitCode: EXIT.usage, reason: 'usage', cure })
}
