/** What went wrong on the way to a server, in the words of the carrier's contract. */

import { HttpFailure } from '../../transport/http-client/carrier.js'

// A certificate does not get better by asking again.
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)|ERR_TLS_|HOSTNAME_MISMATCH|INVALID_CA/

/** How long a server may take to answer a socket. */
export const CONNECT_MILLISECONDS = 15_000

export function connectTimeout(): Error {
  return Object.assign(new Error('nobody answered'), { code: 'ETIMEDOUT' })
}

// Nor does a server begin to speak TLS.
const NO_TLS = /WRONG_VERSION_NUMBER|^EPROTO$/

/** The failure that an error of Node's stands for; it names the server's host, never the whole address. */
export function toFailure(cause: unknown, { host }: URL): HttpFailure {
  const code = codeOf(cause)
  const isFinal = CERTIFICATE.test(code) || NO_TLS.test(code)
  const what = whatOf(code, host)
  return new HttpFailure(code === '' ? what : `${what} (${code})`, { cause, isFinal })
}

function whatOf(code: string, host: string): string {
  if (CERTIFICATE.test(code)) return `the certificate of ${host} is not to be trusted`
  if (NO_TLS.test(code)) return `${host} does not speak TLS; without it addresses begin with http: or ws:`
  if (code === 'ECONNREFUSED') return `nobody listens at ${host}`
  if (code === 'ENOTFOUND') return `there is no host of the name ${host}`
  return `${host} could not be reached`
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
