/** What went wrong on the way to a server, in the words of the carrier's contract. */

import { HttpFailure } from '../../transport/http-client/carrier.js'

// A certificate does not get better by asking again.
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)|ERR_TLS_|HOSTNAME_MISMATCH|INVALID_CA/

/** How long a server may take to answer a socket. */
export const CONNECT_MILLISECONDS = 15_000

export function connectTimeout(): Error {
  return Object.assign(new Error('nobody answered'), { code: 'ETIMEDOUT' })
}

/** The failure that an error of Node's stands for; it names the server's host, never the whole address. */
export function toFailure(cause: unknown, { host }: URL): HttpFailure {
  const code = codeOf(cause)
  const isFinal = CERTIFICATE.test(code)
  const what = isFinal ? `the certificate of ${host} is not to be trusted` : `${host} could not be reached`
  return new HttpFailure(code === '' ? what : `${what} (${code})`, { cause, isFinal })
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
