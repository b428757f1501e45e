/** A second judge, slow and plain: it looks everything up in the hand-made labels and shares no code with the first. */
import type { Action, EditPass, Effect, Scope } from './index.js'
import {
  type Answer,
  ARGVS,
  COMMANDS,
  GLOBS,
  HOUR,
  PLACES,
  type RawRule,
  type Request,
  SERVER,
} from './requests.fixture.js'

/** Everything the second judge looks at. */
export interface Case {
  readonly request: Request
  readonly user: readonly RawRule[]
  readonly project: readonly RawRule[]
  readonly broken: 'none' | 'user' | 'project'
  readonly answers: readonly Answer[]
  readonly passes: readonly EditPass[]
  readonly agent: { readonly name: string; readonly version: string }
  readonly canAsk: boolean
  readonly wasCleaned: boolean
  readonly now: number
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value : [String(value)])

const isNamed = (wanted: string, name: string): boolean =>
  wanted === '*' ||
  wanted === name ||
  (wanted === 'fs.*' && name.startsWith('fs.')) ||
  (wanted === 'mcp.*' && name.startsWith('mcp.'))

function speaksOfFacts(rule: RawRule, { action, places, command }: Request): boolean {
  const isAllow = rule.effect === 'allow'
  if (rule.path !== undefined) {
    const { allows, stops } = GLOBS[String(rule.path)]!
    return isAllow
      ? places.every(place => allows.includes(place))
      : places.some(place => stops.includes(place))
  }
  if (rule.argv !== undefined && action.action === 'terminal.exec') {
    const row = ARGVS.find(({ argv }) => argv === rule.argv)!
    if (!(isAllow ? row.allows! : row.stops).includes(command!)) return false
    const isAtRoot = action.cwd.path === '/w'
    const addsVariables = Object.keys(action.env).length > 0
    if (isAllow) return isAtRoot && (!addsVariables || rule.env !== undefined)
    return rule.cwd === undefined || (isAtRoot && addsVariables)
  }
  if (action.action === 'net.fetch') {
    if (rule.action === '*') return true
    const isEvil = action.url.includes('evil')
    return rule.effect === 'deny' ? isEvil : !isEvil
  }
  if (action.action === 'mcp.call') {
    if (rule.server === undefined || rule.server === '*') return true
    return action.server === SERVER && (rule.schema === undefined || action.schema === 's1')
  }
  if (action.action === 'agent.mode' && rule.mode !== undefined)
    return listOf(rule.mode).includes(action.mode)
  return true
}

function speaks(rule: RawRule, { request, agent }: Case): boolean {
  if (!isNamed(rule.action, request.action.action)) return false
  const agents = rule.agents === undefined ? undefined : listOf(rule.agents)
  if (
    agents !== undefined &&
    !agents.includes(agent.name) &&
    !agents.includes(`${agent.name}@${agent.version}`)
  )
    return false
  return speaksOfFacts(rule, request)
}

/** What an action is about, without what a yes does not depend on. */
function matterOf(action: Action): string {
  const { sha256: _, isNew: __, wasCleaned: ___, ...rest } = action as unknown as Record<string, unknown>
  return JSON.stringify(rest)
}

const ORDER: readonly Scope[] = ['once', 'session', 'workspace', 'always']

/** How long a yes may last, leaving aside what the policy demands. */
export function mostOf({ action, places, command }: Request): Scope {
  if (places.some(place => !PLACES[place].isInside || PLACES[place].label !== 'plain')) return 'once'
  switch (action.action) {
    case 'fs.read':
    case 'fs.write':
    case 'mcp.call':
      return 'always'
    case 'fs.delete':
      return action.isFolder ? 'once' : 'workspace'
    case 'terminal.exec': {
      const { most } = COMMANDS[command!]
      if (action.cwd.path !== '/w') return 'once'
      return most === 'always' && Object.keys(action.env).length > 0 ? 'session' : most
    }
    case 'agent.mode':
      return action.mode === 'code' ? 'workspace' : 'once'
    case 'fs.move':
    case 'net.fetch':
      return 'workspace'
    default:
      return 'once'
  }
}

/** Whether an answer of the past still counts for a request. */
export function stillCounts(given: Answer, { request, agent }: Case): boolean {
  if (matterOf(given.to.action) !== matterOf(request.action) || given.agent !== agent.name || given.age < 0)
    return false
  if (given.scope === 'once') return false
  if (given.scope === 'session' && (given.sessionId !== 'one' || given.age >= 24 * HOUR)) return false
  if (given.scope === 'workspace' && (given.workspace !== 'here' || given.age >= 720 * HOUR)) return false
  return given.effect === 'reject' || ORDER.indexOf(given.scope) <= ORDER.indexOf(mostOf(request))
}

export function isAskedEveryTime(trial: Case): boolean {
  const { action, places } = trial.request
  if (trial.broken !== 'none' || trial.wasCleaned) return true
  if (action.action === 'agent.claimed' && action.wasCleaned) return true
  if (action.action === 'agent.mode' && action.mode !== 'code') return true
  if (places.some(place => PLACES[place].label !== 'plain')) return true
  return [...trial.user, ...trial.project].some(rule => rule.effect === 'ask' && speaks(rule, trial))
}

/** The effect that the first judge must come to. */
export function expectedEffect(trial: Case): Effect {
  const { request, answers, passes, now } = trial
  const { action, places } = request
  const user = trial.broken === 'user' ? [] : trial.user
  const project = trial.broken === 'project' ? [] : trial.project
  const whole = { ...trial, user, project }
  if ([...user, ...project].some(rule => rule.effect === 'deny' && speaks(rule, whole))) return 'deny'
  if (answers.some(given => given.effect === 'reject' && stillCounts(given, trial))) return 'deny'
  const isPassed =
    action.action === 'fs.write' &&
    passes.some(
      ({ sessionId, path, sha256, expiresAt }) =>
        sessionId === 'one' && path === action.at.path && sha256 === action.sha256 && expiresAt > now,
    )
  if (isPassed) return 'allow'
  const question = trial.canAsk ? 'ask' : 'deny'
  if (isAskedEveryTime(whole)) return question
  if (answers.some(given => given.effect === 'allow' && stillCounts(given, trial))) return 'allow'
  if (user.some(rule => rule.effect === 'allow' && speaks(rule, whole))) return 'allow'
  const isPlainRead = action.action === 'fs.read' && places.every(place => PLACES[place].isInside)
  return isPlainRead ? 'allow' : question
}
