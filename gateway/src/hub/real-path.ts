/** Where a directory really is: whoever judges it and whoever works in it must mean the same one. */

import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'

/**
 * Without links on the way, and without `..`: the system follows the links before it, and a program that counts names takes
 * the name before it away, so the two need not end up in the same place. Where nothing is there the name alone counts.
 */
export async function toRealPath(directory: string): Promise<string> {
  return await realpath(directory).catch(() => resolve(directory))
}
