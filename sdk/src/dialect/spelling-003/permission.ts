/** A question to the user: a title and a description there, a tool call here; and an answer that is always an option there. */

import { isFields, present } from '../../schema/fields.js'
import { type Fields, giveBack, layAway, list, object, takeOut } from './respelling.js'
import { toolCall } from './tool-call.js'

const options = list(object({ names: { label: 'name' } }))
const plainToolCall = toolCall({})
const common = object({ within: { options, toolCall: plainToolCall } })

/** A question of theirs; the tool call it is about has to be made up, under a name that no other has. */
export function questionToOurs(params: unknown, name: string): unknown {
  if (!isFields(params)) return params
  const { title, description, ...others } = params
  if (isFields(params.toolCall)) {
    const ours = common.toOurs(others) as Fields
    const { bare, extras } = takeOut(ours)
    return layAway(bare, { ...extras, ...present({ title, description }) })
  }
  const { bare, extras } = takeOut(common.toOurs(others) as Fields)
  const made = madeUp(name, title, description)
  return layAway({ ...bare, toolCall: made }, { ...extras, ...present({ title, description }), $made: name })
}

/** A question of ours, in as many words as they have for it. */
export function questionToTheirs(params: unknown): unknown {
  if (!isFields(params)) return params
  const { extras } = takeOut(params)
  const about = isFields(params.toolCall) ? params.toolCall : {}
  const theirs = common.toTheirs(params) as Fields
  if (isMadeUp(about, extras)) {
    const { toolCall: _, ...others } = theirs
    return others
  }
  const title = Object.hasOwn(theirs, 'title') ? theirs.title : titleOf(about)
  const description = fullDescription(theirs.description, { about, title })
  return { ...theirs, title, ...(description === undefined ? {} : { description }) }
}

/** Whether a tool call says no more than the title and the description that it was made of: notes alone prove nothing. */
function isMadeUp(about: Fields, { $made, title, description }: Fields): boolean {
  if (typeof $made !== 'string') return false
  const made: Fields = madeUp($made, title, description)
  const names = Object.keys(made)
  return (
    names.length === Object.keys(about).length &&
    names.every(name => JSON.stringify(made[name]) === JSON.stringify(about[name]))
  )
}

function madeUp(toolCallId: string, title: unknown, description: unknown): Fields {
  return {
    toolCallId,
    ...present({ title }),
    status: 'pending',
    ...(typeof description === 'string' ? { content: [textContent(description)] } : {}),
  }
}

function textContent(text: string): Fields {
  return { type: 'content', content: { type: 'text', text } }
}

function titleOf({ title, name }: Fields): string {
  if (typeof title === 'string' && title !== '') return title
  return typeof name === 'string' && name !== '' ? name : 'Permission needed'
}

/** What was said already, and after it all that a user would not see otherwise of what is about to happen. */
function fullDescription(
  said: unknown,
  { about, title }: { readonly about: Fields; readonly title: unknown },
): unknown {
  if (said !== undefined && typeof said !== 'string') return said
  const parts = said === undefined ? [] : [said]
  const seen = (part: string): boolean => `\n${parts.join('\n')}\n`.includes(`\n${part}\n`)
  if (about.title !== title && !seen(textOf(about.title))) parts.push(textOf(about.title))
  for (const part of partsOf(about)) if (!seen(part)) parts.push(part)
  return parts.join('\n')
}

function partsOf({ content, locations, rawInput }: Fields): readonly string[] {
  const lines = (Array.isArray(content) ? content : []).map(lineOf)
  const paths = (Array.isArray(locations) ? locations : []).map(place =>
    isFields(place) ? textOf(place.path) : '',
  )
  const input = rawInput === undefined || rawInput === null ? '' : JSON.stringify(rawInput)
  return [...lines, ...paths, input].filter(part => part !== '')
}

function lineOf(item: unknown): string {
  if (!isFields(item)) return ''
  if (item.type === 'diff')
    return `${textOf(item.path)}\n${changed('-', item.oldText)}${changed('+', item.newText)}`
  return isFields(item.content) ? textOf(item.content.text) : ''
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function changed(sign: string, text: unknown): string {
  if (typeof text !== 'string' || text === '') return ''
  const lines = text.endsWith('\n') ? text.slice(0, -1) : text
  return lines
    .split('\n')
    .map(line => `${sign} ${line}\n`)
    .join('')
}

/** Their answer names an option. */
export function choiceToOurs(result: unknown): unknown {
  if (!isFields(result) || !Object.hasOwn(result, 'selectedOptionId')) return result
  const { selectedOptionId, outcome, ...others } = result
  return layAway(
    { ...others, outcome: { outcome: 'selected', optionId: selectedOptionId } },
    present({ outcome }),
  )
}

/** Our answer in their words; nothing where it is that nobody answered, for which they have none. */
export function choiceToTheirs(result: unknown): unknown {
  const outcome = isFields(result) ? result.outcome : undefined
  if (!isFields(result) || !isFields(outcome)) return result
  if (outcome.outcome === 'cancelled') return undefined
  // One that selects nothing has no place in their answer, and is left as it is.
  if (outcome.outcome !== 'selected' || !Object.hasOwn(outcome, 'optionId')) return result
  const { bare, extras } = takeOut(result)
  const { outcome: _, ...others } = bare
  return giveBack({ ...others, selectedOptionId: outcome.optionId }, extras)
}

/** The option by which a user says no, this once: for good is not said in anybody's name. */
export function refusingOption(params: unknown): string | undefined {
  const offered = isFields(params) && Array.isArray(params.options) ? params.options : []
  const option = offered.find(each => isFields(each) && each.kind === 'reject_once')
  return isFields(option) && typeof option.optionId === 'string' ? option.optionId : undefined
}
