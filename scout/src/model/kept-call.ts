/** What a kept update of a tool call tells a model: which tool it was, what it was given and what came of it. */

type Fields = Readonly<Record<string, unknown>>

/** Where a tool call says which tool it is and what it was given: the protocol has a title for people and no name. */
export const TOOL_META = 'parley.dev/tool'

/** For calls that do not say: the tool that does such things. */
const BY_KIND: Readonly<Record<string, string>> = {
  read: 'read',
  edit: 'edit',
  delete: 'delete',
  move: 'move',
  search: 'search',
  execute: 'run',
  fetch: 'fetch',
  switch_mode: 'switch_mode',
}

export const nameOf = ({ _meta, kind }: Fields): string | undefined => {
  const { name } = markIn(_meta)
  if (typeof name === 'string') return name
  return typeof kind === 'string' ? BY_KIND[kind] : undefined
}

export const inputOf = ({ _meta, rawInput }: Fields): unknown =>
  [markIn(_meta).input, rawInput].find(isObject)

const markIn = (meta: unknown): Fields => Object((Object(meta) as Fields)[TOOL_META]) as Fields

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What came of it: the text that was meant for programs, else what was shown. Facts without a text are not for models. */
export const outputOf = ({ rawOutput, content }: Fields): string | undefined => {
  const { text, output } = Object(rawOutput) as Fields
  const said = typeof text === 'string' ? text : output
  if (typeof said === 'string') return said
  if (typeof rawOutput === 'string') return rawOutput
  if (!Array.isArray(content)) return undefined
  return content.map((each: unknown) => shownText(Object(each) as Fields)).join('\n')
}

const shownText = ({ type, content, path }: Fields): string => {
  if (type === 'diff') return `Changed ${typeof path === 'string' ? path : 'files'}.`
  if (type === 'terminal') return 'The output was shown in a terminal.'
  const { text } = Object(content) as Fields
  return typeof text === 'string' ? text : '[something that is no text]'
}
