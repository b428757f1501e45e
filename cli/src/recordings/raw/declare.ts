/** The options of a recording that nothing is left out of. */

import { Option } from 'commander'

export function rawOptions(): readonly Option[] {
  return [
    new Option(
      '--raw',
      'leave nothing out, secrets included; the file is encrypted (age), and somebody has to agree at the terminal',
    ),
    new Option('--recipient <recipient>', 'with --raw: who can open it, age1…; may be given again').argParser(
      toList,
    ),
    new Option(
      '--recipients-file <file>',
      'with --raw: recipients, a line each; may be given again',
    ).argParser(toList),
  ]
}

/** Each time one more. */
export function toList(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text]
}
