/** Fetches a text from an address within limits: https, or this machine; so many bytes; so much time; no other host. */

import { isIP } from 'node:net'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'

const FETCH_MILLISECONDS = 20_000
const MOST_REDIRECTS = 3

/** Whether it is meant as an address and not as a file. */
export function isAddress(source: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(source)
}

/** The text at an address. A redirection is followed on the same host only. */
export async function readAddress(source: string, most: number): Promise<string> {
  const signal = AbortSignal.timeout(FETCH_MILLISECONDS)
  let url = demandSafe(source)
  for (let count = 0; count <= MOST_REDIRECTS; count++) {
    const response = await fetched(url, signal)
    const next = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || next === null) return bodyOf(response, most)
    await response.body?.cancel()
    const target = new URL(next, url)
    if (target.origin !== url.origin) throw new Error(`it redirects to another host (${target.host})`)
    url = target
  }
  throw new Error('it redirects again and again')
}

function demandSafe(source: string): URL {
  const url = URL.canParse(source) ? new URL(source) : undefined
  if (url === undefined) throw refused('it is no address')
  if (url.username !== '' || url.password !== '') throw refused('it has a name or a password in it')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    throw refused('only https is used, and http on this machine')
  return url
}

const refused = (why: string): Failure => new Failure(why, { exitCode: EXIT.usage })

/** By the address and not by the beginning of a name: `127.0.0.1.example` is somebody else. */
function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '')
  if (name === 'localhost' || name === '::1') return true
  return isIP(name) === 4 && name.startsWith('127.')
}

async function fetched(url: URL, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, { redirect: 'manual', signal, headers: { accept: 'application/json' } })
  } catch (error) {
    if (signal.aborted) throw late()
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new Error(`it cannot be reached (${cause instanceof Error ? cause.message : String(cause)})`)
  }
}

const late = (): Failure =>
  new Failure(`it did not answer within ${FETCH_MILLISECONDS / 1_000} seconds`, { exitCode: EXIT.timeout })

async function bodyOf(response: Response, most: number): Promise<string> {
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`it answered with status ${response.status}`)
  }
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for await (const piece of response.body ?? []) {
      size += piece.byteLength
      if (size > most) throw new Failure(`it has more than ${most} bytes`)
      pieces.push(piece)
    }
  } catch (error) {
    throw error instanceof Failure ? error : late()
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces))
}
