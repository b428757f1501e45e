/** A question of the warden in the words of the protocol, for everybody who takes part, and what their answer means. */

import type { PermissionChoice, PermissionRequest } from '@parley/acp/client'
import { ASK_META } from '@parley/acp/protocol'
import { type Fields, fieldOf, fieldsOf } from '../hub/fields.js'

/** The params of `session/request_permission`, and what of them is worth keeping. */
export interface PermissionQuestion {
  readonly params: Fields
  readonly kept: Fields
}

type Action = NonNullable<PermissionRequest['action']>
type ActionName = Action['action']

/** Texts of more characters than this are not sent along: the lines say what changes as far as anybody reads. */
const MOST_CHARACTERS = 4 * 1_024 * 1_024

const KINDS: Readonly<Partial<Record<ActionName, string>>> = {
  'fs.read': 'read',
  'fs.write': 'edit',
  'fs.delete': 'delete',
  'fs.move': 'move',
  'terminal.exec': 'execute',
  'net.fetch': 'fetch',
  'agent.mode': 'switch_mode',
}

/** What lasting answers are about: nothing but this very thing. */
const SUBJECTS: Readonly<Partial<Record<ActionName, string>>> = {
  'fs.read': 'this file',
  'fs.write': 'this file',
  'terminal.exec': 'this command',
}

/** What each answer covers, and how long; which rule it would be is said beside it. */
const namesFor = (subject: string): Readonly<Record<string, string>> => ({
  reject: 'Reject',
  once: 'Allow once',
  session: `Allow ${subject} in this session`,
  'session-folder': 'Allow every file in this folder in this session',
  workspace: `Allow ${subject} in this project`,
  always: `Allow ${subject} always`,
})

export function toPermissionQuestion(request: PermissionRequest): PermissionQuestion {
  const { sessionId, title, description, action, toolCall } = request
  const isOwn = action !== undefined && action.action !== 'agent.claimed'
  const options = isOwn ? toNamed(request.options, action.action) : request.options
  const changes = fittingChanges(request)
  // Whoever is sent the changes whole is not also told their beginnings.
  const lines = (changes === undefined ? request.lines : (request.facts ?? request.lines)) ?? []
  const rules = isOwn ? rulesOf(request) : undefined
  const facts = { isEstablished: isOwn, lines, description, ...commandOf(action), rules }
  const plain = isOwn || toolCall === undefined ? toOwnCall(title, action) : { ...toolCall, title }
  const content = isOwn && changes !== undefined ? { content: changes.map(toDiff) } : {}
  return {
    params: {
      ...{ sessionId, toolCall: { ...plain, ...content }, options },
      _meta: { [ASK_META]: { ...facts, changes } },
    },
    kept: { sessionId, toolCall: plain, options, _meta: { [ASK_META]: facts } },
  }
}

/** The same in the words of version 2, in which the agent asked: what it is about stays as it was said. */
export function toLaterQuestion(request: PermissionRequest): PermissionQuestion {
  const { params, kept } = toPermissionQuestion(request)
  const { subject, description } = fieldsOf(request.raw)
  const { sessionId, title } = request
  const said = {
    sessionId,
    title,
    ...(subject !== undefined && { subject }),
    ...(description !== undefined && { description }),
  }
  const later = ({ options, _meta }: Fields): Fields => ({ ...said, options, _meta })
  return { params: later(params), kept: later(kept) }
}

/** The option that was chosen; nothing where the question was dismissed. */
export function chosenIn(answer: unknown, { options }: PermissionRequest): PermissionChoice | undefined {
  const outcome = fieldOf(answer, 'outcome')
  if (fieldOf(outcome, 'outcome') !== 'selected') return undefined
  return options.find(({ optionId }) => optionId === fieldOf(outcome, 'optionId'))
}

function toNamed(choices: readonly PermissionChoice[], action: ActionName): readonly PermissionChoice[] {
  const names = namesFor(SUBJECTS[action] ?? 'exactly this')
  return choices.map(choice => ({
    ...choice,
    name: Object.hasOwn(names, choice.optionId) ? (names[choice.optionId] ?? choice.name) : choice.name,
  }))
}

/** What the warden calls a lasting answer is the rule that it would remember. */
function rulesOf({ options }: PermissionRequest): Readonly<Record<string, string>> {
  const lasting = options.filter(({ kind }) => kind === 'allow_always' || kind === 'reject_always')
  return Object.fromEntries(lasting.map(({ optionId, name }) => [optionId, name]))
}

function fittingChanges({ changes }: PermissionRequest): PermissionRequest['changes'] {
  const characters = (changes ?? []).reduce(
    (sum, { oldText = '', newText }) => sum + oldText.length + newText.length,
    0,
  )
  return characters <= MOST_CHARACTERS ? changes : undefined
}

/** Something that no agent announced: a client that shows calls gets one to show. */
function toOwnCall(title: string, action: Action | undefined): Fields {
  const kind = (action && KINDS[action.action]) ?? 'other'
  const at = action !== undefined && 'at' in action && 'path' in action.at ? action.at.path : undefined
  const locations = at === undefined ? {} : { locations: [{ path: at }] }
  return {
    toolCallId: `parley-${globalThis.crypto.randomUUID()}`,
    title,
    kind,
    status: 'pending',
    ...locations,
  }
}

function toDiff({ path, oldText, newText }: NonNullable<PermissionRequest['changes']>[number]): Fields {
  return { type: 'diff', path, oldText: oldText ?? null, newText }
}

function commandOf(action: Action | undefined): Fields {
  if (action?.action === 'terminal.exec') return { command: toCommandLine(action.argv), cwd: action.cwd.path }
  const runs = action?.action === 'agent.claimed' ? action.runs : undefined
  return runs === undefined ? {} : { command: toCommandLine(runs.argv), cwd: runs.cwd }
}

/** As one would type it: words that hold blanks or signs of a shell are quoted. */
export function toCommandLine(argv: readonly string[]): string {
  return argv
    .map(word => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ')
}
