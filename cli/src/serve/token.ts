/** `parley serve token …`: who may come to the gateway. A token is printed once, alone on stdout. */

import {
  addToken,
  type GatewayConfig,
  listTokens,
  revokeToken,
  rotateOwnerToken,
  rotateToken,
  scopesOf,
  TokenError,
} from '@parley/gateway'
import { EXIT } from '../exit-code.js'
import { Failure, messageOf } from '../failure.js'
import { toIso, toWhen } from '../listing/moment.js'
import { print } from '../listing/print.js'
import { toSafeJsonText } from '../listing/safe-json.js'
import { toTable } from '../listing/table.js'
import type { Shell } from '../shell.js'
import type { TokenFlags } from './flags.js'
import { readSetting } from './setting.js'

const DAY = 24 * 60 * 60 * 1_000

/** What is asked for: the name of a token, and what stands beside it. */
export interface TokenWords {
  readonly name: string
  readonly flags: TokenFlags
}

export async function addWork({ name, flags }: TokenWords, shell: Shell): Promise<number> {
  const { config } = readSetting(flags.config, shell)
  const { role = 'editor', days } = flags
  const expiresAt = days === undefined ? undefined : Date.now() + days * DAY
  const wish = { name, principal: toPrincipal(flags, config), scopes: scopesOf(role), expiresAt }
  await print(shell.stdout, `${await inWords(addToken(config.stateFolder, wish))}\n`)
  return EXIT.ok
}

export async function listWork({ flags }: TokenWords, shell: Shell): Promise<number> {
  const { config } = readSetting(flags.config, shell)
  const { stdout } = shell
  const tokens = listTokens(config.stateFolder)
  if (flags.format === 'json') {
    const listed = tokens.map(token => ({
      ...token,
      madeAt: toIso(token.madeAt),
      ...(token.expiresAt === undefined ? {} : { expiresAt: toIso(token.expiresAt) }),
    }))
    await print(stdout, toSafeJsonText(listed))
    return EXIT.ok
  }
  const rows = tokens.map(({ name, principal, scopes, madeAt, expiresAt }) => [
    ...[name, principal, [...scopes].join(' '), toWhen(madeAt, stdout)],
    expiresAt === undefined ? 'never' : toIso(expiresAt),
  ])
  const columns = ['name', 'principal', 'scopes', 'made', 'ends'].map(each => ({ name: each }))
  await print(stdout, toTable(columns, rows, stdout))
  return EXIT.ok
}

/** Without a name it is the owner's. */
export async function rotateWork({ name, flags }: TokenWords, shell: Shell): Promise<number> {
  const { config } = readSetting(flags.config, shell)
  const { stateFolder, owner } = config
  if (name === '' && owner === undefined)
    throw wrong('the config names principals, and the owner of a gateway without any has no token here.')
  const made = name === '' ? rotateOwnerToken(stateFolder) : rotateToken(stateFolder, name)
  await print(shell.stdout, `${await inWords(made)}\n`)
  return EXIT.ok
}

export async function revokeWork({ name, flags }: TokenWords, shell: Shell): Promise<number> {
  const { config } = readSetting(flags.config, shell)
  await inWords(revokeToken(config.stateFolder, name))
  await print(shell.stderr, `${name} is worth nothing from now on.\n`)
  return EXIT.ok
}

function toPrincipal({ principal }: TokenFlags, { principals }: GatewayConfig): string {
  const names = [...principals.keys()]
  const [only = ''] = names
  if (principal === undefined && names.length === 1) return only
  if (principal !== undefined && principals.has(principal)) return principal
  throw wrong(`--principal: expected one of ${names.join(', ')}.`)
}

/** A name that cannot be used, or is used, is the fault of the words. */
async function inWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof TokenError || (error instanceof Error && error.name === 'ConfigFlaw'))
      throw wrong(messageOf(error), error)
    throw error
  }
}

function wrong(message: string, cause?: unknown): Failure {
  const cure = 'See: parley serve token list'
  return new Failure(message, { exitCode: EXIT.usage, cure, reason: 'usage', cause })
}
