/** In the place of the model, where none is connected: what works without one, and how one is connected. */

import { type CSSProperties, useId, useRef, useState } from 'react'
import { Icon } from '../parts/icon.js'
import { Words } from '../parts/words.js'
import { placeAbove } from './place-above.js'

export const WITHOUT_MODEL =
  'Commands work without a model: type / to see them. So do plain requests such as “what is in this project”.'
export const HOW_TO_CONNECT =
  'To connect one, start Ollama, llama-server, vLLM or LM Studio on this machine, or set `ANTHROPIC_API_KEY`, `OPENAI_API_KEY` or `GEMINI_API_KEY` in the terminal. Then end `parley web` there, and run it again.'

export function NoModel() {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [place, setPlace] = useState<CSSProperties>({})
  return (
    <>
      <button
        ref={button}
        type="button"
        className="setting-search"
        popoverTarget={id}
        data-setting="model"
        data-status="none"
      >
        <Icon name="info" />
        No model
      </button>
      <div
        id={id}
        popover="auto"
        className="choice-search no-model"
        style={place}
        onBeforeToggle={() => setPlace(placeAbove(button.current))}
      >
        <p>
          <strong>No model is connected.</strong> {WITHOUT_MODEL}
        </p>
        <p>
          <Words>{HOW_TO_CONNECT}</Words>
        </p>
      </div>
    </>
  )
}
