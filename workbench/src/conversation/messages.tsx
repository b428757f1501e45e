/** What was said: by a person, by the agent, and by the agent to itself. */

import { sanitizeLine } from '@parley/acp/guard'
import { itemsOf, type Message, metaOf, textOf } from '@parley/acp/thread'
import { CopyButton } from '../parts/copy-button.js'
import { Folded } from '../parts/folded.js'
import { ContentBlockView } from './content-block.js'
import { useFold } from './folds.js'

interface MessageProps {
  readonly message: Message
  readonly rowId: string
  readonly cwd: string
  readonly isGrowing: boolean
}

const BY_META = 'parley.dev/by'

/** Who wrote a prompt, where a gateway says so. */
function authorOf(message: Message): string | undefined {
  const by = metaOf(message)?.[BY_META]
  return typeof by === 'string' ? sanitizeLine(by.slice(0, 80)) : undefined
}

interface UserMessageProps extends MessageProps {
  readonly turn?: number | undefined
  /** When it was sent, and whether that was another day than the one before. */
  readonly at?: number | undefined
  readonly dayAt?: number | undefined
}

const toTime = (at: number): string =>
  new Date(at).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })
const toDay = (at: number): string =>
  new Date(at).toLocaleDateString([], { weekday: 'long', day: 'numeric', month: 'long' })

export function UserMessage({ message, rowId, cwd, turn, at, dayAt }: UserMessageProps) {
  const author = authorOf(message) ?? 'You'
  return (
    <article className="user-message">
      {dayAt !== undefined && <p className="user-message-day">{toDay(dayAt)}</p>}
      {turn !== undefined && (
        <h2 className="visually-hidden">
          Prompt {turn}: {textOf(message).slice(0, 80)}
        </h2>
      )}
      <header>
        <span className="user-message-author">{author}</span>
        {at !== undefined && <time>{toTime(at)}</time>}
        <CopyButton text={() => textOf(message)} label="Copy prompt" />
      </header>
      <Blocks message={message} rowId={rowId} cwd={cwd} isGrowing={false} hasBreaks />
    </article>
  )
}

export function AgentMessage({ message, rowId, cwd, isGrowing }: MessageProps) {
  return (
    <article className="agent-message">
      <Blocks message={message} rowId={rowId} cwd={cwd} isGrowing={isGrowing} />
      {!isGrowing && (
        <div className="agent-message-actions">
          <CopyButton text={() => textOf(message)} label="Copy message" />
        </div>
      )}
    </article>
  )
}

interface ThoughtProps extends MessageProps {
  readonly showsThoughts: boolean
}

export function Thought({ message, rowId, cwd, isGrowing, showsThoughts }: ThoughtProps) {
  const [isOpen, setOpen] = useFold(rowId, showsThoughts)
  return (
    <Folded
      className="thought"
      summary={isOpen ? 'Thought' : <ThoughtSummary message={message} isGrowing={isGrowing} />}
      isOpen={isOpen}
      onToggle={setOpen}
    >
      <Blocks message={message} rowId={rowId} cwd={cwd} isGrowing={isGrowing} />
    </Folded>
  )
}

/** The first words of a thought: what it is about is mostly said there. */
function ThoughtSummary({ message, isGrowing }: { readonly message: Message; readonly isGrowing: boolean }) {
  const words = sanitizeLine(
    textOf(message)
      .slice(0, 160)
      .replace(/[*_`#]/g, '')
      .replace(/\s+/g, ' '),
  )
  return (
    <span className="thought-summary">
      {isGrowing ? 'Thinking' : 'Thought'} <span>{words}</span>
    </span>
  )
}

interface BlocksProps extends MessageProps {
  readonly hasBreaks?: boolean
}

function Blocks({ message, rowId, cwd, isGrowing, hasBreaks = false }: BlocksProps) {
  return (
    <div className="message-blocks">
      {itemsOf(message.content).map((block, place) => (
        <ContentBlockView
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added to
          key={place}
          block={block}
          foldKey={`${rowId}/${place}`}
          cwd={cwd}
          isGrowing={isGrowing && place === message.content.length - 1}
          hasBreaks={hasBreaks}
        />
      ))}
    </div>
  )
}
