/** What people are shown of an action and of a grant: facts, whole, one to a line. Cleaning the text is for who shows it. */

import type { Action, Claim, Execute, Place } from './action.js'
import { UNCHECKED } from './bound-agent.js'
import type { Grant } from './grant.js'
import { isInside } from './place.js'

const where = (place: Place): string =>
  isInside(place) ? place.path : `${place.path} (outside the session’s directories)`

/** Blanks in plain sight: what follows a screen of them is still there. */
export const withBlanksCounted = (text: string): string =>
  text
    .replace(/[^\S\n]{8,}/g, blanks => ` «${blanks.length} blanks» `)
    .replace(/\n{4,}/g, breaks => ` «${breaks.length} line breaks» `)

const toWordLines = (argv: readonly string[]): readonly string[] =>
  argv.map((word, index) => `  [${index}] ${withBlanksCounted(word)}`)

function describeProgram({ argv, isShell, cwd, env }: Execute): readonly string[] {
  const variables = Object.keys(env).sort()
  return [
    isShell ? 'Give text to a shell' : 'Run a program',
    ...toWordLines(argv),
    `  in ${where(cwd)}`,
    ...variables.map(name => `  with ${name}=${env[name] ?? ''}`),
  ]
}

function toClaimHead({ writes = [], runs }: Claim): string {
  if (writes.length === 0 && runs !== undefined)
    return 'The agent asks to run the command below, in its own words:'
  if (writes.length === 0) return 'The agent says, and nobody checked:'
  return `The agent asks to make the ${writes.length === 1 ? 'change' : 'changes'} below, in its own words:`
}

function describeShown({ runs }: Claim): readonly string[] {
  if (runs === undefined) return []
  return ['Run', ...toWordLines(runs.argv), `  in ${runs.cwd}`]
}

const countOf = (count: number, word: string): string => (count === 1 ? `a ${word}` : `${count} ${word}s`)

/** What an action is, as lines for people: what, where, every word of a command by itself. */
export function describeAction(action: Action): readonly string[] {
  switch (action.action) {
    case 'fs.read':
      return ['Read a file', `  ${where(action.at)}`]
    case 'fs.write':
      return [
        action.isNew ? 'Create a file' : 'Change a file',
        `  ${where(action.at)}`,
        ...(action.changesScripts === true ? ['  and the programs it runs by itself'] : []),
      ]
    case 'fs.delete':
      return [
        action.isFolder
          ? 'Delete a folder and everything in it'
          : `Delete ${countOf(action.at.length, 'file')}`,
        ...action.at.map(place => `  ${where(place)}`),
      ]
    case 'fs.move':
      return ['Move a file', `  from ${where(action.from)}`, `  to ${where(action.to)}`]
    case 'terminal.exec':
      return describeProgram(action)
    case 'net.fetch':
      return ['Fetch an address', `  ${action.url}`]
    case 'mcp.call':
      return ['Call a tool of an MCP server', `  ${action.tool}`, `  of ${action.server}`]
    case 'mcp.start':
      return ['Start an MCP server', ...toWordLines(action.argv), `  ${action.server}`]
    case 'agent.mode':
      return ['Switch the agent’s mode', `  to ${action.mode}`]
    case 'agent.claimed':
      return [
        toClaimHead(action),
        `  ${action.title}`,
        `  (it calls this “${action.kind}”)`,
        ...describeShown(action),
      ]
  }
}

const SCOPE_WORDS = {
  session: 'in this session, for at most 24 hours',
  workspace: 'in this workspace, for 30 days',
  always: 'until it is revoked',
} as const

const toPlain = (fact: unknown): string =>
  typeof fact === 'string' && !/[\s"]/.test(fact) ? fact : JSON.stringify(fact)

function describeFacts(text: string): string {
  const parts: unknown = JSON.parse(text)
  if (!Array.isArray(parts)) return text
  const [action, ...facts]: unknown[] = parts
  if (action !== 'terminal.exec') {
    const told = facts.filter(fact => typeof fact !== 'boolean').map(toPlain)
    return `${action} ${told.join(action === 'fs.move' ? ' to ' : ' ')}`
  }
  const [argv, , cwd, env] = facts
  const variables = Array.isArray(env) && env.length > 0 ? ` with ${JSON.stringify(env)}` : ''
  return `${action} ${JSON.stringify(argv)} in ${toPlain(cwd)}${variables}`
}

function toWhom(agent: string | undefined): string {
  if (agent === undefined) return ''
  const isClaimed = agent.startsWith(UNCHECKED)
  return isClaimed ? ` for an agent that calls itself ${agent.slice(UNCHECKED.length)}` : ` for ${agent}`
}

/** What a grant will do, in one line for people: shown before it is made, and in the list of what was made. */
export function describeGrant(grant: Grant): string {
  const { effect, action, covers, agent, scope } = grant
  const verb = effect === 'allow' ? 'Allow' : 'Reject'
  const matter =
    'facts' in covers
      ? describeFacts(covers.facts)
      : `${action} ${toPlain(`${covers.folder}${covers.glob.slice('{root}'.length)}`)}`
  return `${verb} ${matter}${toWhom(agent)}, ${SCOPE_WORDS[scope]}`
}
