/** What was typed behind a command and cannot be used: what was expected, what was found, and how it is written. */

export interface Misfit {
  /** Such as "a path". */
  readonly expected: string
  /** Such as "nothing"; quotes no more than a few words of what was typed. */
  readonly found: string
  /** The command as it could have been written. */
  readonly example: string
}

export class InputError extends Error {
  override readonly name = 'InputError'

  constructor({ expected, found, example }: Misfit) {
    super(`Expected ${expected}, found ${found}. For example: ${toCode(example)}`)
  }
}

function toCode(example: string): string {
  return example.includes('\n') ? `\n\n\`\`\`\`\n${example}\n\`\`\`\`` : `\`${example}\``
}
