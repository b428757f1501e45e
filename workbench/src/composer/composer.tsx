/** The place to write: the text, what is offered for it, what goes along, and what it is sent with. */

import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { TurnView } from '../state/talk.js'
import { AttachmentStrip, Refusals } from './attachment-strip.js'
import { type Draft, isBlank, withoutAttachment } from './draft.js'
import { OfferList, offerId } from './offer-list.js'
import { PromptText } from './prompt-text.js'
import { AttachButton, TurnButtons } from './turn-buttons.js'
import { useWriting, type WritingProps } from './writing.js'

interface ComposerProps extends WritingProps {
  readonly draft: Draft
  readonly turn: TurnView['state']
  readonly placeholder: string
  /** Why nothing is sent now, or not yet. */
  readonly notice?: string | undefined
  readonly canSend: boolean
  readonly refusals: readonly string[]
  readonly onFiles: (files: readonly File[]) => void
  readonly onDismiss: () => void
  readonly usage?: ReactNode
  /** Settings. */
  readonly children?: ReactNode
}

export function Composer(props: ComposerProps) {
  const { draft, turn, placeholder, canSend, onFiles, onDraft, onSend, onCancel } = props
  const listId = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const { offers, take, onKey, onText, onCursor } = useWriting(props, input)
  const { completing, list, marked, mark } = offers
  return (
    <DropZone onFiles={onFiles}>
      {completing !== undefined && (
        <OfferList
          id={listId}
          kind={completing.is}
          offers={list}
          marked={marked}
          onTake={take}
          onMark={mark}
        />
      )}
      <AttachmentStrip
        attachments={draft.attachments}
        onRemove={id => onDraft(before => withoutAttachment(before, id))}
      />
      <Refusals refusals={props.refusals} onDismiss={props.onDismiss} />
      <PromptText
        {...{ input, placeholder, onKey, onText, onCursor, onFiles }}
        text={draft.text}
        files={draft.files}
        list={completing && { id: listId, marked: offerId(listId, marked) }}
      />
      <div className="composer-bar">
        <div className="composer-settings">{props.children}</div>
        <div className="composer-deeds">
          <AttachButton onFiles={onFiles} />
          {props.usage}
          <TurnButtons
            turn={turn}
            isBlank={isBlank(draft)}
            canSend={canSend}
            onSend={() => onSend(false)}
            onCancel={onCancel}
          />
        </div>
      </div>
      {props.notice !== undefined && <p className="composer-notice">{props.notice}</p>}
    </DropZone>
  )
}

interface DropZoneProps {
  readonly onFiles: ComposerProps['onFiles']
  readonly children: ReactNode
}

function DropZone({ onFiles, children }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false)
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button and pasting do the same
    <div
      className="composer-box"
      data-status={isOver ? 'drop' : undefined}
      onDragOver={event => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={event =>
        !event.currentTarget.contains(event.relatedTarget as Node | null) && setIsOver(false)
      }
      onDrop={event => {
        setIsOver(false)
        if (!hasFiles(event)) return
        event.preventDefault()
        onFiles([...event.dataTransfer.files])
      }}
    >
      {children}
      {isOver && <div className="composer-drop">Let go to attach</div>}
    </div>
  )
}
