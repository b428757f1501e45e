/** Whether a line of a policy speaks of an action. What allows must cover all of it; what stops needs to touch a part. */

import type { Action, Execute, Place } from './action.js'
import { isAllowedBy, isStoppedBy } from './argv-pattern.js'
import type { Circumstances } from './circumstances.js'
import { matchesGlob, matchesWord, type PathGlob } from './path-glob.js'
import { isInside } from './place.js'
import type { Rule } from './policy.js'
import { placesOf } from './protected-paths.js'
import { actionsNamed } from './rule-keys.js'
import { isOnHost, matchesUrl } from './url-pattern.js'

// Who is not known, or not by its version, may be the one who is meant: enough to stop it, too little to allow it.
const isAgent = (wanted: string, { agent }: Circumstances, effect: Rule['effect']): boolean => {
  if (agent === undefined) return effect !== 'allow'
  if (wanted === agent.name) return true
  if (agent.version === undefined) return effect !== 'allow' && wanted.startsWith(`${agent.name}@`)
  return wanted === `${agent.name}@${agent.version}`
}

/** Outside the roots only a path that was spelt from its beginning allows: nobody means the whole disk by `**`. */
function isCovered(place: Place, glob: PathGlob, circumstances: Circumstances): boolean {
  if (!isInside(place) && glob.start === 'anywhere') return false
  return matchesGlob(place, glob, circumstances)
}

function matchesPlaces(rule: Rule, action: Action, circumstances: Circumstances): boolean {
  const { path, effect } = rule
  const places = placesOf(action)
  if (path === undefined) return true
  if (effect !== 'allow') return places.some(place => matchesGlob(place, path, circumstances))
  return places.length > 0 && places.every(place => isCovered(place, path, circumstances))
}

function allowsProgram(
  { argv, cwd, env = [] }: Rule,
  action: Execute,
  circumstances: Circumstances,
): boolean {
  if (argv === undefined || !isAllowedBy(action.argv, argv)) return false
  if (!Object.keys(action.env).every(name => env.includes(name))) return false
  return cwd === undefined ? isInside(action.cwd) : isCovered(action.cwd, cwd, circumstances)
}

function stopsProgram({ argv, cwd, env }: Rule, action: Execute, circumstances: Circumstances): boolean {
  if (argv !== undefined && !isStoppedBy(action.argv, argv)) return false
  if (cwd !== undefined && !matchesGlob(action.cwd, cwd, circumstances)) return false
  return env === undefined || env.some(name => Object.hasOwn(action.env, name))
}

// A mode in another case may be the same mode to the agent: enough to stop it, too little to allow it.
const isMode = (wanted: string, mode: string, effect: Rule['effect']): boolean =>
  wanted === mode || (effect !== 'allow' && wanted.toLowerCase() === mode.toLowerCase())

function matchesServer(rule: Rule, server: string): boolean {
  return rule.server === undefined || rule.server === '*' || rule.server === server
}

function matchesFacts(rule: Rule, action: Action, circumstances: Circumstances): boolean {
  switch (action.action) {
    case 'terminal.exec':
      return (rule.effect === 'allow' ? allowsProgram : stopsProgram)(rule, action, circumstances)
    case 'net.fetch':
      if (rule.url !== undefined && !matchesUrl(action.url, rule.url)) return false
      return rule.host === undefined || isOnHost(action.url, rule.host)
    case 'mcp.call':
      if (rule.tool !== undefined && !matchesWord(action.tool, rule.tool)) return false
      return matchesServer(rule, action.server) && (rule.schema ?? action.schema) === action.schema
    case 'mcp.start':
      return matchesServer(rule, action.server)
    case 'agent.mode':
      return rule.mode === undefined || rule.mode.some(mode => isMode(mode, action.mode, rule.effect))
    case 'agent.claimed':
      return rule.kind === undefined || rule.kind.includes(action.kind)
    default:
      return matchesPlaces(rule, action, circumstances)
  }
}

/** Whether a line of a policy speaks of an action. */
export function matchesRule(rule: Rule, action: Action, circumstances: Circumstances): boolean {
  if (!actionsNamed(rule.action).includes(action.action)) return false
  const { agents, effect } = rule
  if (agents !== undefined && !agents.some(agent => isAgent(agent, circumstances, effect))) return false
  return matchesFacts(rule, action, circumstances)
}

const lengthOf = (words: readonly string[] | undefined): number => words?.join('').length ?? 0

/** How much a line spells out: of those that allow, the one with most speaks. */
export function weightOf(rule: Rule): number {
  const { path, argv, cwd, url, server = '', tool = '', schema = '' } = rule
  const words = lengthOf(rule.mode) + lengthOf(rule.host) + lengthOf(rule.agents)
  const patterns = (path?.weight ?? 0) + (argv?.weight ?? 0) + (cwd?.weight ?? 0) + (url?.text.length ?? 0)
  return patterns + words + server.length + tool.length + schema.length + rule.action.length
}
