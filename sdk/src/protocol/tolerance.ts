/** What real peers send that the schema does not allow, accepted here, each with its reason. Nothing of it is ever sent. */

export interface Tolerance {
  readonly slip: string
  readonly reason: string
}

/** The list, for people; the code below and the contracts carry it out. */
export const tolerances: readonly Tolerance[] = [
  {
    slip: '`null` or no result where an empty object belongs',
    reason: 'the documentation of version 1 shows it',
  },
  {
    slip: '`modeId` in `current_mode_update`',
    reason: 'the documentation of version 1 shows it for `currentModeId`',
  },
  {
    slip: 'a bare content block among the content of a tool call',
    reason: 'the documentation of version 1 shows it',
  },
  {
    slip: '`models` in the answer that opens a session, and `session/set_model`',
    reason: 'earlier versions had them for what is now the setting of the category `model`',
  },
  { slip: '`params: null`', reason: 'some serializers write an absent field so' },
  { slip: '`error: null` beside a result', reason: 'JSON-RPC 1.0 wrote answers so' },
  { slip: '`id: null` on a request of version 1', reason: 'JSON-RPC discourages it but allows it' },
]

type Fields = Readonly<Record<string, unknown>>

const blockTypes = new Set(['text', 'image', 'audio', 'resource', 'resource_link'])

/** Mends the two slips of the version 1 documentation inside an update; the same reference when there are none. */
export function tolerateUpdate(params: unknown): unknown {
  const update = field(params, 'update')
  if (!isFields(update)) return params
  const mended = mendUpdate(update)
  return mended === update ? params : { ...(params as Fields), update: mended }
}

/** The same for the tool call inside a permission request. */
export function toleratePermission(params: unknown): unknown {
  const toolCall = field(params, 'toolCall')
  if (!isFields(toolCall)) return params
  const mended = mendContent(toolCall)
  return mended === toolCall ? params : { ...(params as Fields), toolCall: mended }
}

function mendUpdate(update: Fields): Fields {
  switch (update.sessionUpdate) {
    // Other updates carry lists of blocks too, and mean them.
    case 'tool_call':
    case 'tool_call_update':
      return mendContent(update)
    case 'current_mode_update':
      return update.currentModeId === undefined ? { ...update, currentModeId: update.modeId } : update
    default:
      return update
  }
}

function mendContent(toolCall: Fields): Fields {
  const { content } = toolCall
  if (!Array.isArray(content) || !content.some(isBareBlock)) return toolCall
  return {
    ...toolCall,
    content: content.map(item => (isBareBlock(item) ? { type: 'content', content: item } : item)),
  }
}

function isBareBlock(item: unknown): boolean {
  return isFields(item) && typeof item.type === 'string' && blockTypes.has(item.type)
}

function field(value: unknown, name: string): unknown {
  return isFields(value) ? value[name] : undefined
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

/** What a client of version 1 mends, by method. */
export const slipsOfVersion1 = {
  'session/update': tolerateUpdate,
  'session/request_permission': toleratePermission,
}
