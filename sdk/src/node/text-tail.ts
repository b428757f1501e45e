/** The last few kilobytes of a text that may never end. */

const KEPT_CHARACTERS = 4_096

export class TextTail {
  #text = ''
  #isCut = false

  get text(): string {
    return this.#text
  }

  /** Whether there was more before it. */
  get isCut(): boolean {
    return this.#isCut
  }

  append(text: string): void {
    const all = this.#text + text
    this.#isCut ||= all.length > KEPT_CHARACTERS
    this.#text =
      all.length <= KEPT_CHARACTERS ? all : all.slice(firstWholeCharacter(all, all.length - KEPT_CHARACTERS))
  }
}

// Cutting between the halves of a surrogate pair would leave a character that is none.
function firstWholeCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index)
  return code >= 0xdc00 && code <= 0xdfff ? index + 1 : index
}
