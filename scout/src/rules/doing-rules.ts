/** Rules for who wants something done: an edit, a new file, a command, a step back. */

import { quoteWord } from '../commands/words.js'
import { unquote } from './request.js'
import type { Rule } from './rule.js'
import { findTarget } from './target.js'
import { findTask } from './tasks.js'

const PATH = '[\\w./@+~-]*[\\w~-]|"[^"]+"|\'[^\']+\'|`[^`]+`'
/** A path that is told from other words by its dot, its slash or its quotes. */
const FILE = '[\\w@+~-]*[./][\\w./@+~-]*[\\w~-]|"[^"]+"|\'[^\']+\'|`[^`]+`'
const PIECE = '"[^"]*"|\'[^\']*\'|`[^`]*`|.+?'

/** What prose calls "run" is seldom a command: without backticks it must begin with a program that developers run. */
export const PROGRAMS =
  'npm|npx|pnpm|yarn|bun|node|deno|tsc|python3?|pip3?|pytest|cargo|go|make|cmake|git|ls|cat|pwd|echo|grep|rg|find|docker|java|mvn|gradle|ruby|bundle|php|composer|dotnet|swift|sh|bash'

export const DOING_RULES: readonly Rule[] = [
  {
    saying: 'replace "colour" with "color" in src/theme.ts',
    patterns: [
      new RegExp(
        `^(?:replace|change|swap|substitute|rename) (?<from>${PIECE}) (?:with|by|to|for|into) (?<to>${PIECE}) (?:in|inside|within) (?<target>.+)$`,
        'i',
      ),
      new RegExp(
        `^in (?<target>${PATH}),? (?:replace|change) (?<from>${PIECE}) (?:with|by|to) (?<to>${PIECE})$`,
        'i',
      ),
    ],
    async toCommand({ from = '', to = '', target = '' }, request) {
      const path = await findTarget(target, request)
      if (path === undefined || path.endsWith('/')) return undefined
      return `/edit ${quoteWord(path)} ${quoteAlways(unquote(from))} ${quoteAlways(unquote(to))}`
    },
  },
  {
    saying: 'create file notes.md with Remember the milk',
    patterns: [
      new RegExp(
        `^(?:create|make|write|add) (?:a |the )?(?:new )?file (?:called |named )?(?<path>${PATH})(?:,? (?:with|containing|that says|saying)(?: the (?:text|content))?:? (?<text>.+))?$`,
        'i',
      ),
      new RegExp(`^write (?<text>${PIECE}) (?:to|into) (?:the file )?(?<path>${FILE})$`, 'i'),
    ],
    toCommand: ({ path = '', text = '""' }) =>
      `/write ${quoteWord(unquote(path))} ${quoteAlways(unquote(text))}`,
  },
  {
    saying: 'run the tests',
    patterns: [
      /^(?:run|start|execute|do)(?: all)?(?: the| my| our| its)? (?<task>tests?|builds?|linter|lint|formatter|format|app|server|program)(?: (?:suite|script|task|command))?$/i,
      /^(?<task>test|build|compile|lint|format|start)(?: (?:it|this|the project|the code|everything|this project))?$/i,
      /^do the (?<task>tests) pass$/i,
      /^(?:run|start) (?:the )?(?<task>[\w:.-]+) (?:script|task)$/i,
    ],
    async toCommand({ task = '' }, request) {
      const command = await findTask(task, request)
      return command === undefined ? undefined : `/run ${command}`
    },
  },
  {
    saying: 'run `ls -la`',
    patterns: [
      /^(?:run|execute)(?: the command)? `(?<command>[^`]+)`$/i,
      new RegExp(
        `^(?:run|execute)(?: the command)? (?<command>(?:${PROGRAMS}|\\.{1,2}/[\\w./-]+)(?: .+)?)$`,
        'i',
      ),
      // What only a shell would write is no prose.
      /^(?:run|execute)(?: the command)? (?<command>(?:for|while|if) .+;.*(?:done|fi)|\S+.*(?:&&|\|\|?|;|>|\$\().+)$/i,
    ],
    toCommand: ({ command = '' }) => `/run ${command}`,
  },
  {
    saying: 'undo that',
    patterns: [
      /^(?:undo|revert|roll back|take back)(?: that| this| it| the last (?:change|edit)| my last change| your (?:last )?(?:change|edit))?$/i,
      /^take (?:that|it) back$/i,
    ],
    toCommand: () => '/undo',
  },
]
/** Even where a word needs none: an empty text is a text too. */
function quoteAlways(text: string): string {
  const quoted = quoteWord(text)
  return /^['"]/.test(quoted) ? quoted : `'${quoted}'`
}
