/** /mcp: what the connected MCP servers offer, and a call of one of their tools. */

import { boundedLine } from '@parley/acp/guard'
import type { Errand } from '../errand.js'
import { toolbox, useTool } from '../tools/use-tool.js'
import { InputError } from './input-error.js'
import { nearestWord } from './near-word.js'

const EXAMPLE = '/mcp files/read_file {"path": "README.md"}'
const NO_SERVERS = 'This session has no MCP servers. They are named by your client when it begins a session.'

export async function useServers(errand: Errand, input: string): Promise<void> {
  const { turn } = errand
  if (turn.session.mcpServers.length === 0) return void (await turn.say(NO_SERVERS))
  const tools = (await toolbox(errand)).filter(({ effect }) => effect === 'foreign')
  if (input === '') return void (await turn.say([describe(tools), ...(await failures(errand))].join('\n\n')))
  const { name, args } = readCall(input)
  const names = tools.map(tool => tool.name)
  if (!names.includes(name)) throw unknown(name, names)
  const { text } = await useTool(errand, name, args)
  await turn.say(text)
}

/** The servers that did not start, or are gone; the toolbox has connected to all of them. */
async function failures({ turn }: Errand): Promise<readonly string[]> {
  const { mcpTools } = await import('@parley/acp/mcp')
  const { failures: failed } = await mcpTools(turn)
  return failed.map(({ server, reason }) => `\`${server}\` cannot be used: ${boundedLine(reason, 300)}`)
}

type Named = readonly { readonly name: string; readonly description: string }[]

function describe(tools: Named): string {
  if (tools.length === 0) return 'The MCP servers of this session offer no tools.'
  const rows = tools.map(({ name, description }) => `- \`${name}\`: ${boundedLine(description, 160)}`)
  return `The tools of the connected MCP servers:\n\n${rows.join('\n')}\n\nOne is called like this: \`${EXAMPLE}\``
}

interface Call {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

/** Names of tools may have blanks, so the arguments begin at the first brace. */
export function readCall(input: string): Call {
  const brace = input.indexOf('{')
  const name = (brace < 0 ? input : input.slice(0, brace)).trim()
  if (brace < 0) return { name, args: {} }
  const typed = input.slice(brace)
  const args = parse(typed)
  if (args !== undefined) return { name, args }
  throw new InputError({
    expected: 'arguments that are a JSON object',
    found: `"${boundedLine(typed, 60)}"`,
    example: EXAMPLE,
  })
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function unknown(name: string, names: readonly string[]): InputError {
  const near = nearestWord(name, names)
  return new InputError({
    expected: `a tool that is there (${names.slice(0, 6).join(', ')}${names.length > 6 ? ', …' : ''})`,
    found: `"${boundedLine(name, 60)}"`,
    example: `/mcp ${near ?? names[0] ?? 'server/tool'} {}`,
  })
}
