/** Which names promise a secret. In text and in messages only a plain promise counts; among variables a hint is enough. */

const PLAIN =
  /pass(?:w|phrase|code)|pwd|secret|credential|cookie|authori[sz]ation|(?:api|access|private|account|auth|signing|encryption|master|shared|service)[-_. ]?key|(?<!(?:progress|page|cancel|cancellation|continuation|sync)[-_]?)token$/i
const HINT = /auth(?!or(?!i[sz]))|token|secret|key(?!board)|pass|pwd|credential|cookie|session|signature/i
/** Variables in which shells say where they are, and others where somebody listens. */
const WHEREABOUTS = /^(?:OLD)?PWD$|_SOCK$/
/** Headers that say what is sent, not who sends it. */
const PLAIN_HEADERS =
  /^(?:accept(?:-.*)?|content-type|content-length|user-agent|mcp-protocol-version|host|origin)$/i

/** Whether what goes by this name is a secret, wherever the name stands. */
export function isSecretName(name: string): boolean {
  return PLAIN.test(name)
}

/** Whether a variable of this name may hold a secret. */
export function isSuspectName(name: string): boolean {
  return HINT.test(name) && !WHEREABOUTS.test(name)
}

/** Whether a header of this name says nothing about who sends it. */
export function isPlainHeader(name: string): boolean {
  return PLAIN_HEADERS.test(name)
}
