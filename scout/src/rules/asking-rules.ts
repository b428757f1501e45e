/** Rules for who asks about scout itself: its lists, its modes, what it can do. */

import type { Rule } from './rule.js'

export const ASKING_RULES: readonly Rule[] = [
  {
    saying: 'what can you do',
    patterns: [
      /^(?:help|help me|what can (?:you|i) do|what do you do|who are you|hi|hello|hey|good (?:morning|evening|day))(?: scout| there)?[!.]?$/i,
    ],
    toCommand: () => '/help',
  },
  {
    saying: 'remind me to write the changelog',
    patterns: [
      /^remind me (?:to|of|about) (?<text>.+)$/i,
      /^add (?<text>.+) to (?:the|my) (?:todos?|to-dos?|todo list|to-do list|list)$/i,
    ],
    toCommand: ({ text = '' }) => `/todo add ${text}`,
  },
  {
    saying: 'find all TODOs',
    patterns: [
      /^(?:find|list|show(?: me)?|search(?: for)?)(?: all)?(?: the)? (?:todos?|to-dos?|fixmes?)(?: comments?)?(?: in (?:the|this) (?:code|project))?$/i,
    ],
    toCommand: () => '/todo scan',
  },
  {
    saying: 'show my to-do list',
    patterns: [/^(?:show(?: me)?|what(?:'s| is) on)? ?(?:my|the) (?:todo|to-do)s?(?: list)?$/i],
    toCommand: () => '/todo',
  },
  {
    saying: 'show the plan',
    patterns: [/^(?:show(?: me)?|what(?:'s| is)) (?:the|your|our) plan$/i],
    toCommand: () => '/plan',
  },
  {
    saying: 'accept the plan',
    patterns: [/^(?:accept|approve) (?:the|your|this) plan$/i, /^the plan is (?:good|fine|accepted)$/i],
    toCommand: () => '/plan accept',
  },
  {
    saying: 'switch to code mode',
    patterns: [/^(?:switch|change|go)(?: over)? (?:to|into) (?<mode>ask|code|architect)(?: mode)?$/i],
    toCommand: ({ mode = '' }) => `/mode ${mode.toLowerCase()}`,
  },
  {
    saying: 'which model do you use',
    patterns: [
      /^(?:which|what) model(?: (?:do you use|are you|is this|is connected))?$/i,
      /^what(?:'s| is) your (?:status|model)$/i,
    ],
    toCommand: () => '/status',
  },
  {
    saying: 'show me the tour',
    patterns: [/^(?:(?:show(?: me)?|give me|take|start) )?(?:a|the)? ?(?:tour|demo|demonstration)$/i],
    toCommand: () => '/tour',
  },
  {
    saying: 'list the MCP tools',
    patterns: [
      /^(?:list|show(?: me)?|which|what)(?: are)?(?: the| my)? (?:mcp )?(?:tools|servers)(?: (?:are there|do you have))?$/i,
    ],
    toCommand: () => '/mcp',
  },
]
