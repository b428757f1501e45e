/** What can be set and said, in lines: modes, options, commands. */

import { boundedLine } from '@parley/acp/guard'
import type { TalkNews } from '../event.js'
import type { Facts } from '../model/talk.js'

const HELP = [
  'A line is a prompt; one that ends with a backslash goes on in the next.',
  '@path sends a file along, #id a recorded conversation. !command runs a line of your own here.',
  '/cancel stops the agent. /mode [name] shows or sets how it works. /option [id value] shows or sets a setting.',
  '/new begins a new conversation. /quit leaves. Ctrl+C stops the agent, and then leaves.',
  'Other lines that begin with a slash are commands of the agent:',
]

export function helpLines({ commands }: Facts): readonly string[] {
  return [
    ...HELP,
    ...commands.map(({ name, description }) => `  /${boundedLine(`${name}  ${description}`, 200)}`),
  ]
}

export function modeLine({ modes, mode }: Facts): string {
  const names = modes.map(({ id }) => (id === mode ? `${id} (now)` : id))
  return `modes: ${boundedLine(names.join(', ') || 'none', 2_000)}`
}

export function optionLines({ options }: Facts): readonly string[] {
  if (options.length === 0) return ['options: none']
  return options.map(({ id, value, choices }) => {
    const others = choices.length === 0 ? '' : ` of ${choices.map(choice => choice.value).join(', ')}`
    return `option: ${boundedLine(`${id} is ${String(value)}${others}`, 500)}`
  })
}

/** What a command of one's own prints was told as it came. */
export function saidAs({
  kind,
  text,
}: Extract<TalkNews, { is: 'said' }>): readonly [who: string, text: string] {
  if (kind !== 'shell') return ['note', text]
  const lines = text.split('\n')
  return ['shell', `${lines[0]} ${lines.at(-1)}`]
}

/** Which conversation it is. */
export function openedLine({ record, isResumed, history, far }: Extract<TalkNews, { is: 'opened' }>): string {
  if (far !== undefined) {
    const may = far.isViewer ? '; you may look, not write' : ''
    return `session ${boundedLine(far.sessionId, 200)}, as ${far.name}${may}`
  }
  const turns = history.filter(({ is }) => is === 'prompt').length
  const again = `taken up again, ${turns} ${turns === 1 ? 'prompt' : 'prompts'} so far`
  return `conversation ${record}${isResumed ? `, ${again}` : ''}`
}
