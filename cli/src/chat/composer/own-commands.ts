/** The commands of this program. */
export interface OwnCommand {
  readonly name: string
  readonly argument: string
}
export function ownCommandOf(
  _text: string,
  _commands: readonly { readonly name: string }[],
): OwnCommand | undefined {
  return undefined
}
