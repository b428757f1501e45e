/** Every key of the workbench, in one table: what the shell listens for, and what the sheet of keys shows. */

import { matchesChord, type Pressed } from './chord.js'

export type ShellKey =
  | 'palette'
  | 'new'
  | 'switch'
  | 'find'
  | 'review'
  | 'sidebar'
  | 'help'
  | 'escape'
  | 'compose'

export interface KeyRow {
  readonly chords: readonly string[]
  readonly says: string
  /** Who hears it: the shell everywhere, everybody else only in their own place. */
  readonly in:
    | 'Everywhere'
    | 'Composer'
    | 'Conversation'
    | 'Questions'
    | 'Changes'
    | 'Conversations'
    | 'Protocol'
  readonly does?: ShellKey
  /** Heard, too, and not shown: most browsers keep these for themselves. */
  readonly unshown?: readonly string[]
  /** Also while somebody writes. */
  readonly inFields?: boolean
}

const everywhere = (
  does: ShellKey,
  [shown, ...unshown]: readonly [string, ...string[]],
  says: string,
): KeyRow => ({
  ...{ in: 'Everywhere', does, chords: [shown], unshown, says },
  // A chord that writes nothing does not get in anybody's way.
  inFields: /^(?:Mod|Ctrl|Alt)\+/.test(shown),
})

export const KEYS: readonly KeyRow[] = [
  everywhere('palette', ['Mod+K'], 'Search for everything that can be done'),
  everywhere('new', ['Alt+N', 'Mod+N'], 'New conversation'),
  everywhere('switch', ['Alt+`', 'Ctrl+Tab'], 'Switch between recent conversations'),
  everywhere('find', ['Mod+F'], 'Find in the conversation, the output or the messages, where the focus is'),
  everywhere('review', ['Mod+Shift+R'], 'Review changes'),
  everywhere('sidebar', ['Mod+B'], 'Show or hide conversations'),
  everywhere('compose', ['Alt+C'], 'Go to the composer'),
  everywhere('help', ['?'], 'Show all keys'),
  everywhere('escape', ['Escape'], 'Close the pane, then stop the turn'),
  { in: 'Composer', chords: ['Enter'], says: 'Send; while the agent works, queue' },
  { in: 'Composer', chords: ['Shift+Enter'], says: 'New line' },
  { in: 'Composer', chords: ['Mod+Enter'], says: 'Send now, and stop what runs' },
  { in: 'Composer', chords: ['Shift+Tab'], says: 'Next mode' },
  { in: 'Composer', chords: ['ArrowUp'], says: 'Earlier prompts, where it is empty' },
  { in: 'Conversation', chords: ['Alt+ArrowUp', 'Alt+ArrowDown'], says: 'Previous or next prompt' },
  { in: 'Conversation', chords: ['j', 'k'], says: 'The same, where the conversation has the focus' },
  { in: 'Questions', chords: ['a', 'Shift+Alt+A'], says: 'Allow once' },
  { in: 'Questions', chords: ['Shift+A', 'Shift+Alt+Q'], says: 'Allow always' },
  { in: 'Questions', chords: ['r', 'Shift+Alt+X'], says: 'Reject once' },
  { in: 'Questions', chords: ['w'], says: 'Reject with a reason' },
  { in: 'Questions', chords: ['Shift+R'], says: 'Reject always' },
  { in: 'Questions', chords: ['1…9'], says: 'Choose by number' },
  { in: 'Changes', chords: ['j', 'k'], says: 'Next or previous hunk' },
  { in: 'Changes', chords: ['Alt+Y', 'Ctrl+Alt+Z'], says: 'Keep or reject the hunk' },
  { in: 'Changes', chords: ['Shift+Alt+Y', 'Shift+Alt+Z'], says: 'Keep or reject all' },
  { in: 'Changes', chords: ['c'], says: 'Comment on the line' },
  { in: 'Conversations', chords: ['F2', 'Delete'], says: 'Rename or delete' },
  { in: 'Conversations', chords: ['Shift+F10'], says: 'Menu' },
  { in: 'Protocol', chords: ['j', 'k', 'Enter'], says: 'Next, previous, look at it' },
  { in: 'Protocol', chords: ['/'], says: 'Filter' },
]

/** What the shell does about a key; nothing where it is not the shell's, or somebody is writing. */
export function findKey(pressed: Pressed, isTyping: boolean, isMac: boolean): ShellKey | undefined {
  const isMeant = ({ does, chords, unshown = [], inFields }: KeyRow): boolean =>
    does !== undefined &&
    (!isTyping || inFields === true) &&
    [...chords, ...unshown].some(chord => matchesChord(chord, pressed, isMac))
  return KEYS.find(isMeant)?.does
}

export function chordOf(does: ShellKey): string | undefined {
  return KEYS.find(row => row.does === does)?.chords[0]
}
