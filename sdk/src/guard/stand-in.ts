/** How what stands in the place of a secret is known. */

const WHOLE = /^«redacted(?::[\da-f]*)?»$/

/** Whether a text is nothing but what a redactor has put in the place of a secret. */
export function isStandIn(text: string): boolean {
  return WHOLE.test(text)
}
