/** From a program and its arguments to what the system is asked to run; differs from them only on Windows. */

import { findIn } from './candidate.js'
import { type Program, searchProgram } from './search.js'
import { pathsOf, type Surroundings, variable } from './surroundings.js'
import { type Invocation, isBatch, scriptInShim, throughCmd } from './windows-command.js'

export async function toInvocation(
  program: Program,
  args: readonly string[],
  where: Surroundings,
): Promise<Invocation> {
  const { file } = program
  if (where.platform !== 'win32' || !isBatch(file)) return { command: file, args }
  const paths = pathsOf(where)
  const folder = paths.dirname(file)
  const text = await process.getBuiltinModule('node:fs/promises').readFile(file, 'utf8')
  const script = scriptInShim(text)
  if (script === undefined) return throughCmd(file, args, variable(where, 'SystemRoot') ?? 'C:\\Windows')
  const beside = await findIn(folder, 'node', where)
  const node = beside ?? (await searchProgram('node', where, {}))
  return { command: node.file, args: [paths.join(folder, script), ...args] }
}
