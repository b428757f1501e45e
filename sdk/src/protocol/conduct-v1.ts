/** Version 1: what the params and results of each method must not say although their shape allows it. */

import type { v1Unstable } from '../schema/index.js'
import { type Check, type Conduct, isProperPath, type Notes, sessionResults } from './conduct.js'

type Requests = v1Unstable.AgentRequests & v1Unstable.ClientRequests
type Params<M extends keyof Requests> = Requests[M]['params']
type Located = Pick<v1Unstable.ToolCallUpdate, 'locations' | 'content'>

// No place is written down before something is wrong there: this is asked of every change to a tool call.
const noteLocations = ({ locations, content }: Located, notes: Notes, at: string): void => {
  locations?.forEach(({ path, line }, index) => {
    if (!isProperPath(path)) notes.absolute(`${at}/locations/${index}/path`, path)
    if (line === 0) notes.line(`${at}/locations/${index}/line`, line)
  })
  content?.forEach((part, index) => {
    if (part.type === 'diff' && !isProperPath(part.path))
      notes.absolute(`${at}/content/${index}/path`, part.path)
  })
}

const noteSetup = (
  params: Params<'session/load'> | Params<'session/resume'> | Params<'session/new'>,
  notes: Notes,
): void => {
  const { cwd, additionalDirectories, mcpServers, systemPrompt } = params
  notes.absolute('/cwd', cwd)
  notes.absoluteAll('/additionalDirectories', additionalDirectories)
  if (additionalDirectories?.length)
    notes.needs('/additionalDirectories', 'agent', 'sessionCapabilities.additionalDirectories')
  if (systemPrompt) notes.needs('/systemPrompt', 'agent', 'sessionCapabilities.systemPrompt')
  for (const [index, server] of mcpServers?.entries() ?? [])
    if ('type' in server && server.type !== undefined)
      notes.mcpServer(`/mcpServers/${index}`, 'mcpCapabilities', server.type)
}

const notePrompt = ({ prompt }: Params<'session/prompt'>, notes: Notes): void => {
  for (const [index, { type }] of prompt.entries()) {
    if (type === 'image' || type === 'audio')
      notes.needs(`/prompt/${index}`, 'agent', `promptCapabilities.${type}`)
    if (type === 'resource') notes.needs(`/prompt/${index}`, 'agent', 'promptCapabilities.embeddedContext')
  }
}

const noteElicitation = ({ mode }: Params<'elicitation/create'>, notes: Notes): void => {
  if (mode === 'form' || mode === 'url') notes.needs('/mode', 'client', `elicitation.${mode}`)
}

const updateCapabilities = new Map<string, string>([
  ['notice', 'session.notices'],
  ['compaction_update', 'session.compaction'],
  ['compaction_summary_chunk', 'session.compaction'],
  ['plan_update', 'plan'],
  ['plan_removed', 'plan'],
  ['subagent_update', 'subagents'],
  ['session_message', 'subagents'],
  ['session_message_chunk', 'subagents'],
])

const noteUpdate = ({ update }: v1Unstable.SessionNotification, notes: Notes): void => {
  const kind = update.sessionUpdate
  if (kind === 'agent_message_chunk' || kind === 'agent_thought_chunk') return
  if (kind === 'tool_call' || kind === 'tool_call_update') return noteLocations(update, notes, '/update')
  const capability = updateCapabilities.get(kind)
  if (capability !== undefined) notes.needs('/update', 'client', capability)
}

export const conductV1 = {
  params: {
    'session/new': noteSetup,
    'session/load': noteSetup,
    'session/resume': noteSetup,
    'session/fork': noteSetup,
    'session/list': ({ cwd }: Params<'session/list'>, notes: Notes) => notes.absolute('/cwd', cwd),
    'session/prompt': notePrompt,
    'session/update': noteUpdate,
    'session/request_permission': ({ toolCall }: Params<'session/request_permission'>, notes: Notes) =>
      noteLocations(toolCall, notes, '/toolCall'),
    'fs/read_text_file': ({ path, line }: Params<'fs/read_text_file'>, notes: Notes) => {
      notes.absolute('/path', path)
      notes.line('/line', line)
    },
    'fs/write_text_file': ({ path }: Params<'fs/write_text_file'>, notes: Notes) =>
      notes.absolute('/path', path),
    'terminal/create': ({ cwd }: Params<'terminal/create'>, notes: Notes) => notes.absolute('/cwd', cwd),
    'elicitation/create': noteElicitation,
  },
  results: sessionResults,
} satisfies Conduct as { params: Record<string, Check>; results: Record<string, Check> }
