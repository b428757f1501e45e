/** An output as text, for screen readers and for whoever looks for something in it. */

import { useState } from 'react'
import { counted } from '../parts/counted.js'

const MOST_MATCHES = 1_000

/** The lines that hold the words, with their numbers; all of them where no words are given. */
export function matchingLines(text: string, words: string): readonly { number: number; line: string }[] {
  const wanted = words.toLowerCase()
  return text
    .split('\n')
    .map((line, index) => ({ number: index + 1, line }))
    .filter(({ line }) => line.toLowerCase().includes(wanted))
    .slice(-MOST_MATCHES)
}

/** Whoever asks for the text wants to look for something in it. */
const focusAtFirst = (field: HTMLInputElement | null): void => field?.focus()

export function TextSearch({ text }: { readonly text: string }) {
  const [words, setWords] = useState('')
  const found = words === '' ? [] : matchingLines(text, words)
  return (
    <div className="terminals-text">
      <label className="terminals-search">
        <span>Lines with</span>
        <input
          ref={focusAtFirst}
          type="search"
          value={words}
          onChange={event => setWords(event.target.value)}
        />
        {words !== '' && <output>{counted(found.length, 'line')}</output>}
      </label>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre className="terminals-plain" tabIndex={0}>
        {words === '' ? text : found.map(({ number, line }) => `${number}  ${line}`).join('\n')}
      </pre>
    </div>
  )
}
