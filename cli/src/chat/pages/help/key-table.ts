/** Every key, what it does and where. The help page shows this table; whoever binds keys is held to it. */

export type Where =
  | 'writing'
  | 'working'
  | 'question'
  | 'sign-in'
  | 'conversation'
  | 'program'
  | 'any page'
  | 'browse'
  | 'sessions'
  | 'overview'
  | 'options'
  | 'queue'
  | 'review'

export interface KeyRow {
  readonly where: Where
  /** Each of them does it. Words as `wordOf` makes them; a blank stands between keys that are pressed one after the other. */
  readonly keys: readonly string[]
  readonly does: string
}

export const HEADINGS: Readonly<Record<Where, string>> = {
  writing: 'Writing',
  working: 'While the agent works',
  question: 'When the agent asks',
  'sign-in': 'When somebody has to sign in',
  conversation: 'The conversation',
  program: 'The program',
  'any page': 'On every page',
  browse: 'Going through the conversation (PgUp)',
  sessions: 'Sessions (Ctrl+P)',
  overview: 'All open conversations (Ctrl+S)',
  options: 'Settings of the agent (Ctrl+O)',
  queue: 'Waiting prompts (Alt+Q)',
  review: 'What the last turn changed (Alt+R)',
}

const at = (where: Where, rows: readonly (readonly [keys: string | readonly string[], does: string])[]) =>
  rows.map(([keys, does]): KeyRow => ({ where, keys: typeof keys === 'string' ? [keys] : keys, does }))

const WRITING = at('writing', [
  ['enter', 'send'],
  [['shift+enter', 'ctrl+j', '\\ enter'], 'a new line'],
  ['@', 'mention a file'],
  ['/', 'a command of the agent or of this program'],
  ['!', 'run a command line of your own here'],
  ['#', 'mention another conversation'],
  ['tab', 'take what is suggested'],
  [['up', 'down'], 'what was sent before, from the first and the last line'],
  ['ctrl+r', 'search what was sent before'],
  ['ctrl+g', 'write it in $EDITOR'],
  [['ctrl+a', 'ctrl+e'], 'to the beginning, to the end of the line'],
  [['ctrl+u', 'ctrl+k', 'ctrl+w'], 'delete to the beginning, to the end, the word'],
  ['ctrl+y', 'put back what was deleted'],
  [['ctrl+_', 'alt+z'], 'undo'],
  ['alt+Z', 'redo'],
])

const WORKING = at('working', [
  ['enter', 'wait in the queue; once more with nothing written: send now'],
  ['alt+enter', 'tell the agent at once, where it can be told'],
  ['escape', 'cancel, and give the prompt back'],
  ['ctrl+c', 'clear what is written, then cancel'],
  ['alt+q', 'see and change what waits'],
])

const QUESTION = at('question', [
  ['a', 'allow once'],
  ['A', 'allow always: the rule is shown'],
  ['r', 'reject once'],
  ['R', 'reject always'],
  [['1', '9'], 'one of the answers by its number; 0 and the letters shown are for those behind the ninth'],
  [['up', 'down', 'j', 'k'], 'choose an answer; Enter takes it, unless it may destroy something'],
  ['d', 'every file of the change, whole; j and k go from file to file'],
  ['t', 'reject, and say why: that is your next prompt'],
  ['tab', 'between the question and what is written'],
  ['escape', 'dismiss it'],
])

const ENTRANCE = at('sign-in', [
  [['1', '9'], 'sign in by that way, with nothing written'],
  ['escape', 'give up signing in'],
])

const CONVERSATION = at('conversation', [
  ['shift+tab', 'the next mode'],
  ['ctrl+o', 'settings: model, effort, and what else the agent offers'],
  ['ctrl+t', 'show or hide thoughts'],
  [['alt+up', 'alt+down', 'page-up', 'page-down'], 'go through the conversation'],
  [['alt+page-up', 'alt+page-down'], 'go through it from your last prompt'],
  ['ctrl+e', 'open the last tool call, with nothing written'],
  [['alt+r', 'ctrl+x'], 'what the last turn changed'],
])

const PROGRAM = at('program', [
  ['ctrl+p', 'sessions: open, running, recorded'],
  ['ctrl+s', 'all open conversations, and which wait for you'],
  [['alt+n', 'alt+p'], 'the next, the previous conversation'],
  ['ctrl+d', 'leave, with nothing written; the conversation lives on'],
  ['ctrl+c ctrl+c', 'end the program'],
  ['ctrl+z', 'stop, until fg brings it back'],
  ['ctrl+l', 'draw the screen again'],
  [['f1', '?'], 'this page; ? with nothing written'],
])

const PAGES = [
  ...at('any page', [
    [['escape', 'ctrl+c'], 'back to the conversation'],
    ['q', 'the same, where nothing can be typed'],
    [['up', 'down', 'page-up', 'page-down', 'home', 'end'], 'move'],
    ['enter', 'take what is chosen'],
  ]),
  ...at('browse', [
    [['alt+up', 'alt+down', 'k', 'j'], 'the previous, the next entry'],
    [['alt+page-up', 'alt+page-down'], 'the previous, the next prompt of yours'],
    [['up', 'down', 'page-up', 'page-down', 'home', 'end'], 'scroll'],
    [['enter', 'space', 'ctrl+e'], 'open or close the entry'],
    ['ctrl+t', 'show or hide thoughts'],
    ['/', 'search back from here; n and N go to older and newer matches'],
  ]),
  ...at('sessions', [
    ['enter', 'open it'],
    ['alt+f', 'fork: a second one that begins where it is now'],
  ]),
  ...at('overview', [
    [['1', '9'], 'switch to it'],
    ['n', 'a new one'],
    ['x', 'close it'],
  ]),
  ...at('options', [['enter', 'change it']]),
  ...at('queue', [
    [['enter', 'e'], 'write it again'],
    [['x', 'delete'], 'remove it'],
    ['s', 'send it now'],
    [['alt+up', 'alt+down'], 'move it'],
    ['h', 'hold the queue, or let it go'],
  ]),
  ...at('review', [
    [['enter', 'c'], 'open the file; in it, write a comment at the line'],
    [['n', 'p'], 'the next, the previous file'],
    [['x', 'delete'], 'remove the comment'],
    ['s', 'send all comments as one prompt'],
    ['u', 'pressed twice: put the files back as they were'],
  ]),
]

export const KEY_TABLE: readonly KeyRow[] = [
  ...WRITING,
  ...WORKING,
  ...QUESTION,
  ...ENTRANCE,
  ...CONVERSATION,
  ...PROGRAM,
  ...PAGES,
]

const SHOWN: Readonly<Record<string, string>> = {
  ...{ up: '↑', down: '↓', 'page-up': 'PgUp', 'page-down': 'PgDn', escape: 'Esc' },
}

/** A key for people: `Ctrl+P`, `Alt+↑`, `\ Enter`. */
export function shownKey(word: string): string {
  return word.split(' ').map(shownPress).join(' ')
}

function shownPress(press: string): string {
  const parts = press.split('+')
  if (parts.length === 1) return shownName(press)
  const own = parts.at(-1) ?? ''
  const isCapital = own.length === 1 && own !== own.toLowerCase()
  const names = [...parts.slice(0, -1), ...(isCapital ? ['shift'] : [])].map(shownName)
  return [...names, own.length === 1 ? own.toUpperCase() : shownName(own)].join('+')
}

function shownName(name: string): string {
  if (name.length === 1) return name
  return (
    (Object.hasOwn(SHOWN, name) ? SHOWN[name] : undefined) ??
    `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
  )
}
