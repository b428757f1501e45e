/** Version 2: what the params and results of each method must not say although their shape allows it. */

import type { v2Unstable } from '../schema/index.js'
import { type Check, type Conduct, isProperPath, type Notes, sessionResults } from './conduct.js'

type Requests = v2Unstable.AgentRequests & v2Unstable.ClientRequests
type Params<M extends keyof Requests> = Requests[M]['params']

const noteSetup = (params: Params<'session/resume'> | Params<'session/new'>, notes: Notes): void => {
  const { cwd, additionalDirectories, mcpServers, systemPrompt } = params
  notes.absolute('/cwd', cwd)
  notes.absoluteAll('/additionalDirectories', additionalDirectories)
  if (additionalDirectories?.length)
    notes.needs('/additionalDirectories', 'agent', 'session.additionalDirectories')
  if (systemPrompt) notes.needs('/systemPrompt', 'agent', 'session.systemPrompt')
  for (const [index, { type }] of mcpServers?.entries() ?? [])
    notes.mcpServer(`/mcpServers/${index}`, 'session.mcp', type)
}

const blockCapabilities = new Map<string, string>([
  ['image', 'session.prompt.image'],
  ['audio', 'session.prompt.audio'],
  ['resource', 'session.prompt.embeddedContext'],
])

const notePrompt = ({ prompt }: Params<'session/prompt'>, notes: Notes): void => {
  for (const [index, { type }] of prompt.entries()) {
    const capability = blockCapabilities.get(type)
    if (capability !== undefined) notes.needs(`/prompt/${index}`, 'agent', capability)
    else if (type !== 'text' && type !== 'resource_link') notes.unknown(`/prompt/${index}/type`)
  }
}

const noteElicitation = ({ mode }: Params<'elicitation/create'>, notes: Notes): void => {
  if (mode === 'form' || mode === 'url') notes.needs('/mode', 'client', `elicitation.${mode}`)
}

type Located = Pick<v2Unstable.ToolCallUpdate, 'locations' | 'content'>

const noteToolCall = (update: Located, notes: Notes, at: string): void => {
  for (const [index, { path, line }] of update.locations?.entries() ?? []) {
    if (!isProperPath(path)) notes.absolute(`${at}/locations/${index}/path`, path)
    if (line === 0) notes.line(`${at}/locations/${index}/line`, line)
  }
  for (const [index, content] of update.content?.entries() ?? [])
    noteContent(content, notes, `${at}/content/${index}`)
}

const noteContent = (content: v2Unstable.ToolCallContent, notes: Notes, at: string): void => {
  if (content.type !== 'diff') return
  for (const [index, change] of content.changes.entries()) {
    if ('path' in change) notes.absolute(`${at}/changes/${index}/path`, textOrNothing(change.path))
    if ('oldPath' in change) notes.absolute(`${at}/changes/${index}/oldPath`, textOrNothing(change.oldPath))
  }
}

const textOrNothing = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const noteUpdate = ({ update }: v2Unstable.UpdateSessionNotification, notes: Notes): void => {
  const kind = update.sessionUpdate
  if (kind === 'agent_message_chunk' || kind === 'agent_thought_chunk') return
  if (kind === 'tool_call_update') noteToolCall(update, notes, '/update')
  if (kind === 'tool_call_content_chunk') noteContent(update.content, notes, '/update/content')
  if (kind === 'terminal_update') notes.absolute('/update/cwd', update.cwd)
}

const notePermission = ({ subject }: Params<'session/request_permission'>, notes: Notes): void => {
  if (subject?.type === 'tool_call') noteToolCall(subject.toolCall, notes, '/subject/toolCall')
  if (subject?.type === 'command') notes.absolute('/subject/cwd', subject.cwd)
}

export const conductV2 = {
  params: {
    'session/new': noteSetup,
    'session/resume': noteSetup,
    'session/fork': noteSetup,
    'session/list': ({ cwd }: Params<'session/list'>, notes: Notes) => notes.absolute('/cwd', cwd),
    'session/prompt': notePrompt,
    'session/update': noteUpdate,
    'session/request_permission': notePermission,
    'elicitation/create': noteElicitation,
  },
  results: sessionResults,
} satisfies Conduct as { params: Record<string, Check>; results: Record<string, Check> }
