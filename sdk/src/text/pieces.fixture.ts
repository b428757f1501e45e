/** What hostile text is made of: the beginnings, ends and insides of everything that terminals obey. */

export const ESC = '\u001b'

export const PIECES: readonly string[] = [
  ...[ESC, '\u009b', '\u009d', '[', ']', ';', 'm', '\u0007', '\n', '\r', '\\'],
  ...['\u200d', '\ufe0f', '👩', '·'],
]
