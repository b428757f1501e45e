/** Where prompts are written: the text, what goes along, the queue, modes, options, usage. */

export function ComposerPane() {
  return null
}
