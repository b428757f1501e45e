/** Where the first prompt is written: a conversation begins with it. */

import { sanitizeLine } from '@parley/acp/guard'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { IconButton } from '../parts/button.js'
import type { AgentView } from '../state/talk.js'
import { isPhone } from './phone.js'

interface FirstPromptProps {
  readonly agents: readonly AgentView[]
  /** The one that is asked unless another is chosen. */
  readonly usual: string
  readonly onPrompt: (text: string, agent: string) => void
}

export function FirstPrompt({ agents, usual, onPrompt }: FirstPromptProps) {
  const [text, setText] = useState('')
  const [agent, setAgent] = useState(usual)
  const submit = (event: FormEvent | KeyboardEvent): void => {
    event.preventDefault()
    if (text.trim() !== '') onPrompt(text.trim(), agent)
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event)
  }
  return (
    <form className="first-prompt" onSubmit={submit}>
      <textarea
        aria-label="Prompt"
        placeholder="What shall be done?"
        rows={3}
        // biome-ignore lint/a11y/noAutofocus: there is nothing else to begin with
        autoFocus={!isPhone()}
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={onKey}
      />
      <div className="first-prompt-below">
        {agents.length > 1 && (
          <select aria-label="Agent" value={agent} onChange={event => setAgent(event.target.value)}>
            {agents.map(({ name, title }) => (
              <option key={name} value={name}>
                {sanitizeLine(title ?? name)}
              </option>
            ))}
          </select>
        )}
        <IconButton
          icon="send"
          label="Send"
          shortcut="Enter"
          disabled={text.trim() === ''}
          onClick={submit}
        />
      </div>
    </form>
  )
}
