/** The one way to use a tool: checked, shown, refused or asked about, carried out, ended. For people and models alike. */

import type { ToolCall } from '@parley/acp/agent'
import { boundedLine } from '@parley/acp/guard'
import type { Errand } from '../errand.js'
import { WorkspaceError } from '../workspace/workspace.js'
import { findRefusal, obtainConsent } from './consent.js'
import { foreignTools } from './foreign-tools.js'
import { findFlaw } from './input-check.js'
import { ownTools } from './own-tools.js'
import type { Tool, ToolInput, ToolResult, Undertaking } from './tool.js'

/** Every tool there is: scout's own, then those of the session's MCP servers. */
export async function toolbox(errand: Errand): Promise<readonly Tool[]> {
  return [...ownTools, ...(await foreignTools(errand))]
}

/** Uses a tool. Whatever goes wrong is a result; only the end of the turn is an exception. */
export async function useTool(errand: Errand, name: string, input: unknown): Promise<ToolResult> {
  const tool =
    ownTools.find(each => each.name === name) ?? (await foreignTools(errand)).find(each => each.name === name)
  if (tool !== undefined) return perform(errand, tool, input)
  const names = (await toolbox(errand)).map(each => each.name).join(', ')
  return toError(`There is no tool "${boundedLine(name, 100)}". There are ${names}.`)
}

/** Uses this very tool. */
export async function perform(errand: Errand, tool: Tool, input: unknown): Promise<ToolResult> {
  const { turn } = errand
  turn.signal.throwIfAborted()
  const refusal = findRefusal(errand, tool)
  const title = toTitle(tool, input)
  if (refusal !== undefined) return showFailure(errand, title, refusal)
  const flaw = findFlaw(input ?? {}, tool.parameters)
  if (flaw !== undefined) return showFailure(errand, title, `${tool.name} cannot be used so: ${flaw}.`)
  try {
    // The check above found an object.
    const undertaking = await tool.undertake((input ?? {}) as ToolInput, errand)
    if ('conduct' in undertaking) return await undertaking.conduct()
    return await proceed(errand, tool, undertaking)
  } catch (error) {
    turn.signal.throwIfAborted()
    return showFailure(errand, title, toSentence(error))
  }
}

async function proceed(errand: Errand, tool: Tool, undertaking: Undertaking): Promise<ToolResult> {
  const { start, preview } = undertaking
  const call = errand.turn.tool({ ...start, title: boundedLine(start.title, 300) })
  try {
    if (preview !== undefined) void call.show(preview)
    if (!(await obtainConsent(errand, { tool, undertaking, call })))
      return fail(call, `The user did not allow it: ${call.title}.`)
    void call.progress()
    return end(call, undertaking, await undertaking.carryOut(call))
  } catch (error) {
    errand.turn.signal.throwIfAborted()
    return fail(call, toSentence(error))
  }
}

function end(call: ToolCall, { preview }: Undertaking, result: ToolResult): ToolResult {
  if (!call.isOpen) return result
  const { text, blocks = [], isError } = result
  if (isError === true) return fail(call, text)
  if (preview === undefined) void call.complete([...(text === '' ? [] : [text]), ...blocks])
  else void call.complete()
  return result
}

function fail(call: ToolCall, text: string): ToolResult {
  if (call.isOpen) void call.fail(text)
  return toError(text)
}

function showFailure({ turn }: Errand, title: string, text: string): ToolResult {
  return fail(turn.tool({ title, kind: 'other' }), text)
}

/** For what did not come so far that it had a title of its own: the tool, and what it was for. */
function toTitle({ name }: Tool, input: unknown): string {
  const [first] = typeof input === 'object' && input !== null ? Object.values(input) : []
  return typeof first === 'string' ? boundedLine(`${name} ${first}`, 200) : name
}

const toError = (text: string): ToolResult => ({ text, isError: true })

function toSentence(error: unknown): string {
  if (error instanceof WorkspaceError) return error.message
  const why = error instanceof Error ? boundedLine(error.message, 500) : 'no reason was given'
  return `That failed: ${why}`
}
