/** Updates with the words of each message in one piece: an agent that keeps them may tell them again in fewer. */

interface Piece {
  readonly sessionUpdate: string
  readonly messageId?: unknown
  readonly content?: { readonly type?: string; readonly text?: string }
}

export function withWholeMessages(updates: readonly object[]): readonly object[] {
  const whole: object[] = []
  for (const update of updates) {
    const last = whole.at(-1)
    if (last !== undefined && isMoreOf(last as Piece, update as Piece))
      whole.push(joined(whole.pop() as Piece, update as Piece))
    else whole.push(update)
  }
  return whole
}

function isMoreOf(last: Piece, next: Piece): boolean {
  const isWords = next.sessionUpdate.endsWith('_chunk') && next.content?.type === 'text'
  const isSame = last.sessionUpdate === next.sessionUpdate && last.messageId === next.messageId
  return isWords && isSame && last.content?.type === 'text'
}

function joined(last: Piece, next: Piece): Piece {
  return { ...last, content: { ...last.content, text: `${last.content?.text}${next.content?.text}` } }
}
