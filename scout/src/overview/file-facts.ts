/** What can be said of one file without understanding it: how large it is, what it defines, which notes hold for it. */

import { boundedLine } from '@parley/acp/guard'
import type { Errand } from '../errand.js'
import { findGuidance } from '../guidance.js'
import { languageOf } from './languages.js'
import { measure } from './measure.js'

const MOST_ENTRIES = 40

const DEFINITION =
  /^(?:export |default |public |private |static |abstract |async |declare |pub(?:\([a-z]+\))? |unsafe )*(?:function\*?|class|interface|type|enum|const|def|fn|func|struct|trait|impl|module|namespace)\s+[\w$([<]/
const HEADING = /^#{1,4} \S/

/** The facts of a file, as text for people; of a long one, of as much as was read. */
export async function fileFacts(errand: Errand, path: string, text: string): Promise<string> {
  const { workspace } = errand
  const at = workspace.locate(path)
  const lines = text.split('\n')
  const [measured] = await measure([at])
  const count = measured?.lines ?? lines.length
  const language = languageOf(at)
  const outline = toOutline(lines, language === 'Markdown' ? HEADING : DEFINITION)
  const notes = (await findGuidance(errand, [at])).map(({ path: note }) => workspace.shorten(note))
  return [
    `## ${boundedLine(workspace.shorten(at), 200)}`,
    `${language ?? 'A file of a kind I do not know'}, ${count} ${count === 1 ? 'line' : 'lines'}. ` +
      'Without a model I can say what stands in it, not what it means.',
    ...(outline.length === 0 ? [] : [outline.join('\n')]),
    ...(notes.length === 0 ? [] : [`**Notes for agents** that hold here: ${notes.join(', ')}.`]),
  ].join('\n\n')
}

function toOutline(lines: readonly string[], pattern: RegExp): readonly string[] {
  const found = lines.flatMap((line, index) => (pattern.test(line) ? [{ line, number: index + 1 }] : []))
  const shown = found
    .slice(0, MOST_ENTRIES)
    .map(({ line, number }) => `- line ${number}: \`${toCode(line)}\``)
  return found.length > shown.length ? [...shown, `- and ${found.length - shown.length} more`] : shown
}

/** A backtick would end the code that it stands in. */
function toCode(line: string): string {
  return boundedLine(line.replaceAll('`', "'").replace(/\s*[{=(]?\s*$/, ''), 120)
}
