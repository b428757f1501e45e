/** What an agent said, read off its updates. */

/** The text of the agent's message chunks, one by one. */
export function saidIn(updates: readonly unknown[]): readonly string[] {
  const chunks = updates as readonly { sessionUpdate: string; content?: { text?: string } }[]
  return chunks.flatMap(({ sessionUpdate, content }) =>
    sessionUpdate === 'agent_message_chunk' ? [content?.text ?? ''] : [],
  )
}

/** The id of the first tool call among the updates; there must be one. */
export function toolCallIdIn(updates: readonly unknown[]): string {
  const [id] = (updates as readonly { toolCallId?: string }[]).flatMap(({ toolCallId }) => toolCallId ?? [])
  if (id === undefined) throw new Error('no tool call was announced')
  return id
}
