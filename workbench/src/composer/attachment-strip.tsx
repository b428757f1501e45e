/** What goes along with the prompt, each with a small picture of it and a way to leave it out; and what was left out. */

import { sanitizeLine } from '@parley/acp/guard'
import type { ContentBlock } from '@parley/acp/thread'
import { IconButton } from '../parts/button.js'
import { Icon } from '../parts/icon.js'
import { type Attachment, toSize } from './attachment.js'

interface AttachmentStripProps {
  readonly attachments: readonly Attachment[]
  readonly onRemove: (id: string) => void
}

export function AttachmentStrip({ attachments, onRemove }: AttachmentStripProps) {
  if (attachments.length === 0) return null
  return (
    <ul className="attachments" aria-label="Attachments">
      {attachments.map(({ id, name, size, block }) => (
        <li key={id} className="attachment" data-kind={block.type}>
          <Preview block={block} />
          <span className="attachment-name" title={sanitizeLine(name)}>
            {sanitizeLine(name)}
          </span>
          <span className="attachment-size">{toSize(size)}</span>
          <IconButton icon="cross" label={`Remove ${sanitizeLine(name)}`} onClick={() => onRemove(id)} />
        </li>
      ))}
    </ul>
  )
}

function Preview({ block }: { readonly block: ContentBlock }) {
  if (block.type === 'image')
    return <img className="attachment-picture" alt="" src={`data:${block.mimeType};base64,${block.data}`} />
  return <Icon name={block.type === 'audio' ? 'audio' : 'file'} />
}

interface RefusalsProps {
  readonly refusals: readonly string[]
  readonly onDismiss: () => void
}

export function Refusals({ refusals, onDismiss }: RefusalsProps) {
  return (
    <div className="refusals" role="status">
      {refusals.length > 0 && (
        <>
          <Icon name="warning" />
          <ul>
            {refusals.map(refusal => (
              <li key={refusal}>{sanitizeLine(refusal)}</li>
            ))}
          </ul>
          <IconButton icon="cross" label="Dismiss" onClick={onDismiss} />
        </>
      )}
    </div>
  )
}
