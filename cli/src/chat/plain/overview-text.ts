/** What can be set and said, in lines: modes, options, commands, ways to sign in. */

import { boundedLine } from '@parley/acp/guard'
import type { TalkNews } from '../event.js'
import type { Facts, SignInMethod } from '../model/talk.js'

const HELP = [
  'A line is a prompt; one that ends with a backslash goes on in the next.',
  '@path sends a file along. A line with ! before it is run by your shell, and the agent is told what came of it.',
  '/cancel stops the agent. /mode [name] shows or sets how it works. /option [id value] shows or sets a setting.',
  '/new begins a new conversation. /quit leaves. Ctrl+C stops the agent, and then leaves.',
  'Other lines that begin with a slash are commands of the agent:',
]

type NewsOf<Is extends TalkNews['is']> = Extract<TalkNews, { is: Is }>

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

export function signInLines(message: string, methods: readonly SignInMethod[]): readonly string[] {
  return [
    `sign-in: ${boundedLine(message, 500)}`,
    ...methods.map(({ name, description, isTerminal }, index) => {
      const about = description === undefined ? '' : `, ${boundedLine(description, 200)}`
      const how = isTerminal ? ' (a program in this terminal)' : ''
      return `  ${index + 1}  ${boundedLine(name, 200)}${about}${how}`
    }),
  ]
}

export function agentLine({ name = 'nameless', version = '' }: NewsOf<'connected'>): string {
  return `agent is ${boundedLine(`${name} ${version}`.trim(), 200)}`
}

export function openedLine({ history, record, isResumed }: NewsOf<'opened'>): string {
  const turns = history.filter(({ is }) => is === 'prompt').length
  const again = `taken up again, ${turns} ${turns === 1 ? 'prompt' : 'prompts'} so far`
  return `conversation ${record}${isResumed ? `, ${again}` : ''}`
}
