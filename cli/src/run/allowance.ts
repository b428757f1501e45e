/** What `--allow`, `--deny` and `--approve` mean: lines of a policy, and the kinds of claims that are taken on an agent's word. */

import { splitLine, toLine } from '../agents/command-line.js'
import { closestWord } from '../closest-word.js'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import type { Approval, RunFlags } from './flags.js'

/** A line of a policy, and the flag that it was typed as. */
export interface FlagRule {
  readonly rule: Readonly<Record<string, unknown>>
  readonly flag: string
}

export interface Allowance {
  readonly rules: readonly FlagRule[]
  /** The kinds of claims that are believed, and the flag that says so. */
  readonly believed: ReadonlyMap<string, string>
  /** The flag with which every command was allowed. */
  readonly commands?: string | undefined
  /** The flag with which everything was allowed in advance. */
  readonly everything?: string | undefined
}

type Effect = 'allow' | 'deny'

const GRAMMAR =
  'read:<path>, edit[:<path>], execute[:<command line>], claimed[:<kind>], or a line of a policy as JSON'
const WORDS: Readonly<Record<string, readonly string[]>> = {
  read: ['look', 'view', 'cat'],
  edit: ['write', 'change', 'modify'],
  execute: ['exec', 'run', 'shell', 'bash', 'command', 'terminal'],
  claimed: ['claim', 'claims'],
}
const APPROVED: Readonly<Record<Exclude<Approval, 'all'>, readonly string[]>> = {
  reads: ['read', 'search', 'think'],
  edits: ['read', 'search', 'think', 'edit', 'delete', 'move'],
}

export function readAllowance({
  allow = [],
  deny = [],
  approve,
}: Pick<RunFlags, 'allow' | 'deny' | 'approve'>): Allowance {
  const believed = new Map<string, string>()
  const rules: FlagRule[] = []
  const everything = approve === 'all' ? '--approve all' : undefined
  const commands = allow.includes('execute') ? '--allow execute' : undefined
  if (commands !== undefined) believed.set('execute', commands)
  if (approve !== undefined && approve !== 'all')
    for (const kind of APPROVED[approve]) believed.set(kind, `--approve ${approve}`)
  if (approve === 'edits')
    rules.push({ rule: { effect: 'allow', action: 'fs.write', path: '{root}/**' }, flag: '--approve edits' })
  for (const line of allow) {
    if (line === 'execute') continue
    const kind = /^claimed:(.+)$/.exec(line)?.[1]
    if (kind !== undefined) believed.set(kind, `--allow ${toLine([line])}`)
    else rules.push({ rule: readLine(line, 'allow'), flag: `--allow ${toLine([line])}` })
  }
  for (const line of deny) rules.push({ rule: readLine(line, 'deny'), flag: `--deny ${toLine([line])}` })
  return { rules, believed, commands, everything }
}

function readLine(line: string, effect: Effect): Readonly<Record<string, unknown>> {
  if (line.startsWith('{')) return { ...readJson(line, effect), effect }
  const [word = '', ...rest] = line.split(':')
  const matter = rest.join(':')
  const hasMatter = rest.length > 0
  if (hasMatter && matter.trim() === '') throw unreadable(line, effect)
  switch (word) {
    case 'read':
      return { effect, action: 'fs.read', path: hasMatter ? toGlob(matter) : '{root}/**' }
    case 'edit':
      return { effect, action: 'fs.write', path: hasMatter ? toGlob(matter) : '{root}/**' }
    case 'execute': {
      if (!hasMatter && effect === 'deny') return { effect, action: 'terminal.exec' }
      const argv = toWords(matter)
      if (argv.length === 0) throw unreadable(line, effect)
      return { effect, action: 'terminal.exec', argv }
    }
    case 'claimed':
      return { effect, action: 'agent.claimed', ...(hasMatter && { kind: matter }) }
    default:
      throw unreadable(line, effect)
  }
}

/** None where a quote is left open. */
function toWords(text: string): readonly string[] {
  try {
    return splitLine(text)
  } catch {
    return []
  }
}

/** A path that does not say where it begins begins in the session's directory. */
function toGlob(path: string): string {
  if (path.startsWith('~/')) return `{home}/${path.slice(2)}`
  if (/^(?:\/|\{|\*\*)/.test(path)) return path
  return `{root}/${path.replace(/^\.\//, '')}`
}

function readJson(line: string, effect: Effect): object {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Told below, in the words of the flag.
  }
  throw unreadable(line, effect)
}

function unreadable(line: string, effect: Effect): Failure {
  const [word = '', ...rest] = line.split(':')
  const meant =
    Object.keys(WORDS).find(each => WORDS[each]?.includes(word)) ?? closestWord(word, Object.keys(WORDS))
  const better = [meant, ...rest].join(':')
  return new Failure(`--${effect}: expected ${GRAMMAR}; found ${JSON.stringify(line)}`, {
    exitCode: EXIT.usage,
    ...(word !== '' &&
      meant !== undefined &&
      better !== line && {
        cure: `Did you mean --${effect} ${toLine([better])}?`,
      }),
  })
}
