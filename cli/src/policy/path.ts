/** `parley policy path`: where a policy stands, for an editor or a script. */

import { EXIT } from '../exit-code.js'
import { print } from '../listing/print.js'
import type { Shell } from '../shell.js'
import { policyFiles } from './policy-place.js'

export async function showPath(
  { project, cwd }: { readonly project?: boolean | undefined; readonly cwd?: string | undefined },
  shell: Shell,
): Promise<number> {
  const files = policyFiles({ cwd }, shell)
  await print(shell.stdout, `${project === true ? files.project : files.user}\n`)
  return EXIT.ok
}
