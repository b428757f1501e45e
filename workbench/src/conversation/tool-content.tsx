/** What a tool call shows when it is open: its content piece by piece, its places, what went in and came out. */

import { sanitizeLine } from '@parley/acp/guard'
import { type ContentBlock, itemsOf, type ToolCall, type ToolCallContent } from '@parley/acp/thread'
import { useChangesReader } from './changes-reader.js'
import { ContentBlockView } from './content-block.js'
import { JsonView } from './json-view.js'
import { LocationButton } from './location-button.js'
import { SmallDiff } from './small-diff.js'
import { TerminalView } from './terminal-view.js'

export interface CardPlace {
  /** By which what is folded is known. */
  readonly rowId: string
  readonly talkKey: string
  readonly cwd: string
}

interface ToolContentProps extends CardPlace {
  readonly call: ToolCall
}

export function ToolContent({ call, rowId, talkKey, cwd }: ToolContentProps) {
  const pieces = itemsOf(call.content)
  return (
    <div className="tool-card-content">
      {call.locations.length > 1 && (
        <p className="tool-card-places">
          {call.locations.map(({ path, line }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same place may be named twice
            <LocationButton key={place} path={path} line={line ?? undefined} cwd={cwd} />
          ))}
        </p>
      )}
      {pieces.map((piece, place) => (
        <Piece
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces are only ever added to
          key={place}
          piece={piece}
          rowId={`${rowId}/${place}`}
          talkKey={talkKey}
          cwd={cwd}
        />
      ))}
      {isThere(call.rawInput) && <JsonView title="Raw input" value={call.rawInput} foldKey={`${rowId}/in`} />}
      {isThere(call.rawOutput) && (
        <JsonView title="Raw output" value={call.rawOutput} foldKey={`${rowId}/out`} />
      )}
    </div>
  )
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null

interface PieceProps extends CardPlace {
  readonly piece: ToolCallContent
}

function Piece({ piece, rowId, talkKey, cwd }: PieceProps) {
  const { content, terminalId } = piece as Readonly<Record<string, unknown>>
  if (piece.type === 'content' && typeof content === 'object' && content !== null)
    return <ContentBlockView block={content as ContentBlock} foldKey={rowId} cwd={cwd} />
  if (piece.type === 'diff') return <Changes piece={piece} cwd={cwd} />
  if (piece.type === 'terminal' && typeof terminalId === 'string')
    return <TerminalView talkKey={talkKey} terminalId={terminalId} />
  return <JsonView title={`Content: ${sanitizeLine(piece.type)}`} value={piece} foldKey={rowId} />
}

function Changes({ piece, cwd }: Pick<PieceProps, 'piece' | 'cwd'>) {
  const changes = useChangesReader()(piece)
  if (changes === undefined) return <p className="small-diff-wait">Comparing …</p>
  return changes.map((change, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a patch may name a file twice
    <SmallDiff key={place} change={change} cwd={cwd} />
  ))
}
