/** What happens while somebody writes: keys, the cursor, what is offered and taken, earlier prompts that are brought back. */

import type { SessionCommand, SessionMode } from '@parley/acp/client'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { complete, type Offer } from './completion.js'
import { actionOf, type Keystroke, type WritingAction } from './composer-keys.js'
import { type Draft, withFile, withText } from './draft.js'
import { type Offers, useOffers } from './offers.js'
import { recall } from './prompt-history.js'
import { nextMode } from './settings.js'

export interface WritingProps {
  readonly draft: Draft
  readonly turn: 'idle' | 'working' | 'cancelling'
  readonly canSend: boolean
  readonly commands: readonly SessionCommand[]
  readonly modes: readonly SessionMode[]
  readonly mode: string | undefined
  readonly cwd: string
  readonly findFiles?: ((query: string) => Promise<readonly string[]>) | undefined
  /** Latest first; asked for when they are wanted. */
  readonly sentPrompts: () => readonly string[]
  readonly onDraft: (change: (draft: Draft) => Draft) => void
  readonly onSend: (isNow: boolean) => void
  readonly onCancel: () => void
  readonly onMode: (id: string) => void
}

interface Writing {
  readonly offers: Offers
  readonly take: (offer: Offer) => void
  readonly onKey: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  readonly onText: (text: string, cursor: number) => void
  readonly onCursor: (cursor: number) => void
}

export function useWriting(props: WritingProps, input: RefObject<HTMLTextAreaElement | null>): Writing {
  const { draft, commands, cwd, findFiles, onDraft } = props
  const [cursor, setCursor] = useState(draft.text.length)
  const [recalled, setRecalled] = useState<string>()
  const offers = useOffers({ text: draft.text, cursor, commands, cwd, findFiles })
  const put = (change: (draft: Draft) => Draft, at: number): void => {
    // The browser puts the cursor behind a text that is set; where it belongs can be said only when it stands there.
    flushSync(() => {
      onDraft(change)
      setCursor(at)
    })
    input.current?.setSelectionRange(at, at)
  }
  const take = (offer: Offer): void => {
    const { completing } = offers
    if (completing === undefined) return
    const completed = complete(draft.text, completing, offer)
    const withMention = (before: Draft): Draft =>
      completing.is === 'file' ? withFile(before, offer.id) : before
    put(before => withText(withMention(before), completed.text), completed.cursor)
  }
  const bring = (way: 'older' | 'newer'): void => {
    const text = recall(props.sentPrompts(), recalled, way)
    if (text === undefined) return
    setRecalled(text === '' ? undefined : text)
    put(before => withText(before, text), text.length)
  }
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const isRecalling = recalled !== undefined && recalled === draft.text
    const action = actionOf(strokeOf(event), { ...situationOf(props, offers), isRecalling })
    if (action === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (action === 'older' || action === 'newer') bring(action)
    else perform(action, { props, offers, take })
  }
  const onText = (text: string, at: number): void => {
    setCursor(at)
    onDraft(before => withText(before, text))
  }
  return { offers, take, onKey, onText, onCursor: setCursor }
}

function strokeOf({
  key,
  shiftKey,
  ctrlKey,
  metaKey,
  altKey,
  nativeEvent,
  keyCode,
}: KeyboardEvent): Keystroke {
  return {
    key,
    isShift: shiftKey,
    isControl: ctrlKey || metaKey,
    isAlt: altKey,
    // Some browsers end the composition before they tell of the key that ended it; 229 gives it away.
    isComposing: nativeEvent.isComposing || keyCode === 229,
  }
}

function situationOf({ draft, turn, modes }: WritingProps, { list, marked, completing }: Offers) {
  return {
    isEmpty: draft.text === '',
    isBusy: turn !== 'idle',
    isTouch: matchMedia('(pointer: coarse)').matches,
    isOffering: list.length > 0,
    isWhole: completing?.is === 'command' && list[marked]?.id === completing.query,
    hasModes: modes.length > 1,
  }
}

interface Performing {
  readonly props: WritingProps
  readonly offers: Offers
  readonly take: (offer: Offer) => void
}

function perform(action: WritingAction, { props, offers, take }: Performing): void {
  const { list, marked, mark, close } = offers
  const offer = list[marked]
  switch (action) {
    case 'send':
    case 'send-now':
      return props.canSend ? props.onSend(action === 'send-now') : undefined
    case 'cancel':
      return props.onCancel()
    case 'next-mode': {
      const mode = nextMode(props.modes, props.mode)
      return mode && props.onMode(mode.id)
    }
    case 'offer-next':
      return mark(marked + 1)
    case 'offer-previous':
      return mark(marked - 1)
    case 'offer-take':
      return offer && take(offer)
    case 'offer-close':
      return close()
  }
}
