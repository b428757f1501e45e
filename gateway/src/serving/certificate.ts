/** The files with which a gateway shows who it is. */

import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { TlsSetting } from '../config/config.js'

/** Why the certificate of a gateway cannot be used. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError'
  readonly reason = 'bad_certificate'
  readonly cure = 'name a key and the certificate that belongs to it, both in PEM'
}

/** What is in the files. A key that does not belong to the certificate is found here, not with the first client. */
export async function readCertificate({
  key,
  certificate,
}: TlsSetting): Promise<{ key: string; cert: string }> {
  const pair = { key: await read(key), cert: await read(certificate) }
  try {
    createSecureContext(pair)
  } catch (cause) {
    throw new CertificateError(`${key} and ${certificate} cannot be used together.`, { cause })
  }
  return pair
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new CertificateError(`${path} cannot be read (${codeOf(cause)}).`, { cause })
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
