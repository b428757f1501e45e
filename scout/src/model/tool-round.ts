/** Does what a model asked for in one step: what only looks at the same time, what changes one after another. */

import type { ContentBlock } from '@parley/acp/agent'
import { boundedLine } from '@parley/acp/guard'
import type { ModelMessage, ToolResultPart } from 'ai'
import type { Errand } from '../errand.js'
import { cutMiddle } from '../tools/cut.js'
import type { ToolResult } from '../tools/tool.js'
import { useTool } from '../tools/use-tool.js'
import type { Brain } from './brain.js'
import { namedTurn } from './named-turn.js'
import { toCharacters } from './size.js'
import type { WantedCall } from './step.js'
import type { Toolset } from './toolset.js'

export interface Round {
  readonly errand: Errand
  readonly toolset: Toolset
  readonly brain: Brain
}

const MOST_RESULT = 40_000
/** No single result takes more of the context than this. */
const SHARE = 0.2

/** The results, in the order of the calls. Throws only when the turn is over. */
export const carryOut = async (
  round: Round,
  calls: readonly WantedCall[],
): Promise<readonly ModelMessage[]> => {
  const results: ToolResult[] = []
  for (const batch of toBatches(round, calls))
    results.push(...(await Promise.all(batch.map(call => use(round, call)))))
  const content = calls.map((call, index) => toPart(round.brain, call, results[index] ?? { text: '' }))
  return [{ role: 'tool', content }, ...besides(round.brain, results)]
}

/** Calls that follow each other and only look are one batch; every other call is one of its own. */
const toBatches = ({ toolset }: Round, calls: readonly WantedCall[]): readonly (readonly WantedCall[])[] => {
  const batches: { isLooking: boolean; calls: WantedCall[] }[] = []
  for (const call of calls) {
    const isLooking = toolset.find(call.name)?.effect === 'look'
    const last = batches.at(-1)
    if (isLooking && last?.isLooking) last.calls.push(call)
    else batches.push({ isLooking, calls: [call] })
  }
  return batches.map(batch => batch.calls)
}

const use = async ({ errand, toolset }: Round, { name, input, flaw }: WantedCall): Promise<ToolResult> => {
  errand.turn.signal.throwIfAborted()
  const tool = toolset.find(name)
  // A tool that the mode keeps back has its own words about that.
  if (tool !== undefined && flaw !== undefined)
    return {
      text: `The arguments of ${tool.name} are no JSON object: ${boundedLine(flaw, 200)}`,
      isError: true,
    }
  const used = tool?.name ?? name
  return useTool({ ...errand, turn: namedTurn(errand.turn, used, input) }, used, input)
}

const toPart = (brain: Brain, { id, name }: WantedCall, result: ToolResult): ToolResultPart => {
  const most = Math.min(MOST_RESULT, toCharacters(brain.contextSize * SHARE))
  const text = cutMiddle(result.text, most) || '(nothing)'
  const named = { type: 'tool-result', toolCallId: id, toolName: name } as const
  const images = takesInResults(brain) ? imagesIn(brain, result) : []
  if (result.isError === true) return { ...named, output: { type: 'error-text', value: text } }
  if (images.length === 0) return { ...named, output: { type: 'text', value: text } }
  const media = images.map(({ data, mimeType }) => ({
    type: 'image-data' as const,
    data,
    mediaType: mimeType,
  }))
  return { ...named, output: { type: 'content', value: [{ type: 'text', text }, ...media] } }
}

type Image = Extract<ContentBlock, { type: 'image' }>

const takesInResults = ({ wire }: Brain): boolean => wire !== 'openai'

const imagesIn = ({ senses }: Brain, { blocks = [] }: ToolResult): readonly Image[] =>
  senses.images ? blocks.filter((block): block is Image => block.type === 'image') : []

/** Where results are text only, images follow them as if the user had sent them. */
const besides = (brain: Brain, results: readonly ToolResult[]): readonly ModelMessage[] => {
  const images = takesInResults(brain) ? [] : results.flatMap(result => imagesIn(brain, result))
  if (images.length === 0) return []
  const files = images.map(({ data, mimeType }) => ({ type: 'file' as const, data, mediaType: mimeType }))
  return [{ role: 'user', content: [{ type: 'text', text: 'The images that the tools gave:' }, ...files] }]
}
