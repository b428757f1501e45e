/** The prompts of servers as slash commands: a name, a hint of what to type behind it, and what it becomes. */

import type { Prompt } from '@modelcontextprotocol/client'
import type { ContentBlock } from '../agent/index.js'
import { linesWithin, lineWithin } from '../text/index.js'
import { toBlock } from './content.js'
import type { Server } from './server.js'

/** A slash command that comes from a server; `session.setCommands` takes it as it is. */
export interface McpPrompt {
  /** `server:prompt`. */
  readonly name: string
  readonly description: string
  /** What to type behind it; absent when it takes nothing. */
  readonly hint?: string | undefined
}

const MOST_NAME_BYTES = 256
const MOST_DESCRIPTION_BYTES = 4 * 1024

interface Offered {
  readonly server: Server
  readonly prompt: Prompt
  readonly name: string
}

/** Of all servers that answer; one that does not is left out. */
export async function listPrompts(servers: readonly Server[], signal: AbortSignal): Promise<McpPrompt[]> {
  const offered = await offers(servers, signal)
  return offered.map(({ server, prompt, name }) => {
    const { redactor } = server
    const description = linesWithin(
      redactor.text(prompt.description ?? prompt.title ?? ''),
      MOST_DESCRIPTION_BYTES,
    )
    const hint = lineWithin(redactor.text(hintOf(prompt)), MOST_DESCRIPTION_BYTES)
    return { name, description, ...(hint === '' ? {} : { hint }) }
  })
}

/** What the prompt says, its messages one after the other; throws when there is no such prompt or it lacks something. */
export async function getPrompt(
  servers: readonly Server[],
  { name, text }: { readonly name: string; readonly text: string },
  signal: AbortSignal,
): Promise<ContentBlock[]> {
  const found = (await offers(servers, signal)).find(offered => offered.name === name)
  if (found === undefined) throw new Error(`there is no prompt "${lineWithin(name, MOST_NAME_BYTES)}"`)
  const { server, prompt } = found
  const args = toArguments(prompt, text)
  const missing = (prompt.arguments ?? []).filter(each => each.required === true && !(each.name in args))
  if (missing.length > 0)
    throw new Error(`the prompt "${name}" needs ${missing.map(each => lineWithin(each.name, 64)).join(', ')}`)
  const params = { name: prompt.name, arguments: args }
  const { messages } = await server.run(signal, options => server.client.getPrompt(params, options))
  return server.redactor.value(messages).map(({ content }) => toBlock(content))
}

async function offers(servers: readonly Server[], signal: AbortSignal): Promise<Offered[]> {
  const lists = await Promise.all(servers.map(server => offersOf(server, signal).catch(() => [])))
  signal.throwIfAborted()
  return lists.flat()
}

async function offersOf(server: Server, signal: AbortSignal): Promise<Offered[]> {
  if (!server.hasAny('prompts')) return []
  const { prompts } = await server.run(signal, options => server.client.listPrompts({}, options))
  return prompts.map(prompt => {
    const own = lineWithin(server.redactor.text(prompt.name), MOST_NAME_BYTES)
    // The name of a command ends at the first blank.
    return { server, prompt, name: `${server.name}:${own}`.replace(/\s/g, '_') }
  })
}

function hintOf(prompt: Prompt): string {
  return (prompt.arguments ?? [])
    .map(({ name, required }) => (required ? `<${name}>` : `[${name}]`))
    .join(' ')
}

const WORD = /(?:([\w-]+)=)?(?:"([^"]*)"|'([^']*)'|(\S+))/g

/**
 * `name=value` by name, the rest in the order in which the prompt names its arguments; quotes keep words together.
 * A prompt with a single argument takes the text as it is.
 */
export function toArguments(
  { arguments: declared = [] }: Pick<Prompt, 'arguments'>,
  text: string,
): Record<string, string> {
  const names = declared.map(({ name }) => name)
  const whole = text.trim()
  if (whole === '') return {}
  const [only, second] = names
  if (only !== undefined && second === undefined) return { [only]: whole }
  const given = new Map<string, string>()
  const words: string[] = []
  for (const [all, name, double, single, plain] of whole.matchAll(WORD)) {
    const value = double ?? single ?? plain ?? ''
    if (name === undefined) words.push(value)
    else if (names.includes(name)) given.set(name, value)
    else words.push(all)
  }
  const open = names.filter(name => !given.has(name))
  for (const [index, name] of open.entries()) {
    // The last one takes whatever is left: people do not quote what they type last.
    const value = index === open.length - 1 ? words.slice(index).join(' ') : words[index]
    if (value !== undefined && value !== '') given.set(name, value)
  }
  return Object.fromEntries(given)
}
