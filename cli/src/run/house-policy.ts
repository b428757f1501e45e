/** The policy of one run: the user's file and what the flags add to it, read strictly before anything is started. */

import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describeFlaw, type Policy, readPolicy } from '@parley/acp/guard'
import { codeOf } from '../error-code.js'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { configFile } from '../own-folder.js'
import type { Shell } from '../shell.js'
import type { Allowance, FlagRule } from './allowance.js'

export interface HousePolicy {
  /** What the host judges by; nothing for the user's own file as it stands. */
  readonly policy?: string | Policy | undefined
  /** The flags behind the lines that flags added, by the ids of the lines. */
  readonly flagOf: (by: string) => string | undefined
  /** The same to judge by here, where flags add anything: all lines, and those of the flags alone. */
  readonly judged?: Judged | undefined
}

interface Judged {
  readonly all: Policy
  readonly flags: Policy
  /** The flag behind a line of `flags`. */
  readonly flagOf: (by: string) => string
}

const MOST_BYTES = 1024 * 1024
const WRITABLE_BY_OTHERS = 0o022

export async function readHousePolicy(
  named: string | undefined,
  { rules, believed, everything }: Pick<Allowance, 'rules' | 'believed' | 'everything'>,
  shell: Shell,
): Promise<HousePolicy> {
  const file = named === undefined ? configFile('policy.json', shell) : resolve(shell.cwd, named)
  const nothing = { flagOf: () => undefined }
  const isUsual = named === undefined && rules.length === 0
  if (isUsual && believed.size === 0 && everything === undefined) return nothing
  // The host tells itself what is wrong with the usual file, and asks about everything then.
  const text = await readText(file, named !== undefined).catch(error => {
    if (!isUsual) throw error
    return undefined
  })
  if (isUsual && (text === undefined || !('policy' in readPolicy(text, 'user')))) return nothing
  const own = text === undefined ? undefined : demand(text, file)
  const policy = joinRules(own, text, { file, rules })
  const first = own?.rules.length ?? 0
  const flags = joinRules(undefined, undefined, { file, rules })
  return {
    policy: rules.length > 0 ? policy : named === undefined ? undefined : file,
    flagOf: by => rules[numberOf(by) - first]?.flag,
    judged: { all: policy, flags, flagOf: by => rules[numberOf(by)]?.flag ?? by },
  }
}

const numberOf = (by: string): number => Number(/^user:(\d+)$/.exec(by)?.[1] ?? Number.NaN)

async function readText(file: string, isNeeded: boolean): Promise<string | undefined> {
  try {
    const found = await stat(file)
    // A pipe would be waited for, and never end.
    if (!found.isFile()) throw unusable(file, 'it is no file')
    const { mode, size, uid } = found
    if (size > MOST_BYTES) throw unusable(file, `it has more than ${MOST_BYTES} bytes`)
    const user = process.getuid?.()
    // Whoever can write the policy is allowed everything by it.
    if (user !== undefined && uid !== user && uid !== 0) throw unusable(file, 'it belongs to another user')
    if (user !== undefined && (mode & WRITABLE_BY_OTHERS) !== 0)
      throw unusable(file, 'others can write it: chmod 600 it')
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Failure) throw error
    const code = codeOf(error)
    if (code === 'ENOENT' && !isNeeded) return undefined
    throw unusable(file, code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${String(code)})`)
  }
}

function demand(text: string, file: string): Policy {
  const reading = readPolicy(text, 'user')
  if ('policy' in reading) return reading.policy
  throw unusable(file, reading.flaws.map(describeFlaw).join('; '))
}

function joinRules(
  own: Policy | undefined,
  text: string | undefined,
  { file, rules }: { readonly file: string; readonly rules: readonly FlagRule[] },
): Policy {
  const top: { rules: readonly unknown[] } = text === undefined ? { rules: [] } : JSON.parse(text)
  const lines = [...top.rules, ...rules.map(({ rule }) => rule)]
  const reading = readPolicy(JSON.stringify({ version: 1, ...top, rules: lines }), 'user')
  if ('policy' in reading) return { ...reading.policy, ...(own !== undefined && { file }) }
  const first = own?.rules.length ?? 0
  const [flaw] = reading.flaws
  const index = Number(/^\$\.rules\[(\d+)\]/.exec(flaw?.path ?? '')?.[1] ?? Number.NaN)
  const { expected = 'a line of a policy', found = 'something else' } = flaw ?? {}
  const flag = rules[index - first]?.flag ?? file
  throw new Failure(`${flag}: expected ${expected}, found ${found}`, { exitCode: EXIT.usage })
}

function unusable(file: string, why: string): Failure {
  return new Failure(`the policy ${file} cannot be used: ${why}`, {
    exitCode: EXIT.usage,
    cure: 'Mend the file, or name another one: --policy',
    reason: 'policy',
  })
}
