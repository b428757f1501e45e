/** A value as JSON that also a terminal may be shown: what moves, hides or turns text is escaped, and nothing is lost. */

// The line breaks between the parts of the value stay; those inside its texts are escaped already.
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** One line of JSON. */
export function toSafeJson(value: unknown): string {
  return escaped(JSON.stringify(value))
}

/** JSON over several lines, with its end. */
export function toSafeJsonText(value: unknown): string {
  return `${escaped(JSON.stringify(value, undefined, 2))}\n`
}

function escaped(json: string): string {
  return json.replace(UNSEEN, character =>
    Array.from({ length: character.length }, (_, index) => unitOf(character, index)).join(''),
  )
}

function unitOf(character: string, index: number): string {
  return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`
}
