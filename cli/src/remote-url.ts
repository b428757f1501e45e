/** The address of an agent that is elsewhere, as it is typed, with headers whose values never stand on the command line. */

import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type RemoteAddress, toRemoteAddress } from '@parley/conformance'
import { EXIT } from './exit-code.js'
import { Failure, messageOf } from './failure.js'
import type { Shell } from './shell.js'
import type { UrlFlags } from './url-options.js'

const MOST_SECRET_BYTES = 16 * 1024

/** Nothing where no address was typed. */
export async function readUrl(flags: UrlFlags, shell: Shell): Promise<RemoteAddress | undefined> {
  const { url, header = [] } = flags
  const place = placeOf(flags, shell)
  if (url === undefined) {
    if (flags.token !== undefined || flags.tokenFile !== undefined || header.length > 0)
      throw usage('--token-file, --token and --header are for --url, and there is none')
    return undefined
  }
  const headers: Record<string, string> = {}
  for (const each of header) {
    const [name = '', place = ''] = each.split(/=(.*)/s)
    if (!/^[!#$%&'*+.^`|~\w-]+$/.test(name)) throw usage(`--header ${name}: this is no name of a header`)
    headers[name.toLowerCase()] = await secretAt(place, `--header ${name}`, shell)
  }
  if (place !== undefined) headers.authorization ??= `Bearer ${await secretAt(...place, shell)}`
  const address = toAddress(url, headers)
  if (Object.keys(headers).length > 0 && !isPrivate(address.url))
    throw usage(`${address.url.protocol}// to another machine: everybody on the way could read the headers`)
  return address
}

/** Where the token is, and what said so. */
function placeOf({ token, tokenFile }: UrlFlags, { env }: Shell): readonly [string, string] | undefined {
  if (token !== undefined && tokenFile !== undefined)
    throw usage('--token-file and --token both name a token: one is enough')
  if (token !== undefined) return [token, '--token']
  if (tokenFile !== undefined) return [`file:${tokenFile}`, '--token-file']
  return (env.PARLEY_TOKEN ?? '') === '' ? undefined : ['env:PARLEY_TOKEN', 'PARLEY_TOKEN']
}

function toAddress(url: string, headers: Readonly<Record<string, string>>): RemoteAddress {
  try {
    return toRemoteAddress(url, headers)
  } catch (error) {
    throw usage(`--url: ${messageOf(error)}`)
  }
}

async function secretAt(place: string, option: string, { env, cwd }: Shell): Promise<string> {
  const [kind, name = ''] = place.split(/:(.*)/s)
  if (kind === 'env') {
    const value = env[name]
    if (value === undefined || value === '') throw usage(`${option}: there is no variable ${name}`)
    return demandSayable(value, option)
  }
  if (kind !== 'file')
    throw usage(
      `${option}: expected env:NAME or file:PATH; what stands on the command line can be read by others`,
    )
  const bytes = await readFile(resolve(cwd, name)).catch((error: unknown) => {
    throw usage(`${option}: ${messageOf(error)}`)
  })
  if (bytes.length > MOST_SECRET_BYTES) throw usage(`${option}: the file is too long for a header`)
  return demandSayable(bytes.toString('utf8').trim(), option)
}

function demandSayable(value: string, option: string): string {
  if (/^[\x20-\x7e]+$/.test(value)) return value
  throw usage(`${option}: the value cannot stand in a header`)
}

/** Encrypted, or not leaving this machine. */
function isPrivate({ protocol, hostname }: URL): boolean {
  return /^(wss|https):$/.test(protocol) || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

function usage(message: string): Failure {
  return new Failure(message, { exitCode: EXIT.usage, reason: 'usage' })
}
