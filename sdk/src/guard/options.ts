/** The answers an agent offers: whether they are a fair question, and which of them says yes or no for the shortest time. */

/** One answer that an agent offers. */
export interface OfferedOption {
  readonly optionId: string
  readonly kind: string
}

const KINDS = ['allow_once', 'allow_always', 'reject_once', 'reject_always']
const MOST_OPTIONS = 16

/** What is wrong with the options of a question, in a few words for the record; nothing when they are proper. */
export function findOptionsFlaw(options: readonly OfferedOption[]): string | undefined {
  if (options.length === 0) return 'no options'
  if (options.length > MOST_OPTIONS) return `more than ${MOST_OPTIONS} options`
  if (new Set(options.map(({ optionId }) => optionId)).size !== options.length)
    return 'two options with one id'
  if (options.some(({ kind }) => !KINDS.includes(kind))) return 'an option of unknown kind'
  const hasReject = options.some(({ kind }) => kind.startsWith('reject_'))
  return hasReject ? undefined : 'no option to reject'
}

/** Whether a question offers 1 to 16 answers with ids and kinds of their own, and a no beside every yes. */
export const isProperOptions = (options: readonly OfferedOption[]): boolean =>
  findOptionsFlaw(options) === undefined

/** What the user chose, and what the policy lets the agent hear of it. */
export interface Choosing {
  readonly delegateAlways: boolean
  /** The id of the very option that the user picked. */
  readonly picked?: string | undefined
}

/**
 * The option to answer with: the least lasting that fits, for the memory is ours. `allow_always` is sent only when the
 * user picked it and the policy delegates it. Nothing when no option fits or it is unclear which: then ask, or cancel.
 */
export function leastLasting<Option extends OfferedOption>(
  options: readonly Option[],
  answer: 'allow' | 'reject',
  { delegateAlways, picked }: Choosing,
): Option | undefined {
  const chosen = options.find(({ optionId }) => optionId === picked)
  if (chosen?.kind === `${answer}_once`) return chosen
  if (chosen?.kind === `${answer}_always` && delegateAlways) return chosen
  const once = options.filter(({ kind }) => kind === `${answer}_once`)
  // Two ways to say yes differ in something only their labels say, and labels decide nothing.
  if (answer === 'allow') return once.length === 1 ? once[0] : undefined
  return once[0] ?? options.find(({ kind }) => kind === 'reject_always')
}
