/** Where the page of the workbench is: in a package of its own, beside this one. */

import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Failure } from '../failure.js'

export function pageFolder(): string {
  try {
    const found = import.meta.resolve('@parley/workbench/package.json')
    return join(dirname(fileURLToPath(found)), 'dist', 'page')
  } catch (error) {
    throw new Failure('the workbench is not installed beside this command.', {
      cure: 'install @parley/workbench; parley chat is the same in a terminal',
      reason: 'no_page',
      cause: error,
    })
  }
}
