/** The script for fish: what may come next, a line each, under the condition that the words so far lead there. */

import type { Flag, Node, Values } from './vocabulary.js'

export function toFish(nodes: readonly Node[], name: string): string {
  const paths = nodes.filter(({ path }) => path.length > 0).map(({ path }) => quoted(path.join(' ')))
  const lines = nodes.flatMap(node => [
    ...node.commands.map(each =>
      line(name, node, `-f -a ${quoted(each.name)} -d ${quoted(each.description)}`),
    ),
    ...node.flags.map(flag => line(name, node, toFlag(flag, name))),
    ...node.values
      .filter(({ kind }) => kind !== 'files')
      .map(each => line(name, node, `-f ${offer(each, name)}`)),
  ])
  return `# completion of ${name} for fish
function __${name}_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$at $word")
    if contains -- $next ${paths.join(' ')}
      set at $next
    end
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`
}

function line(name: string, { path }: Node, rest: string): string {
  return `complete -c ${name} -n ${quoted(`__${name}_at ${quotedInside(path.join(' '))}`)} ${rest}`
}

function toFlag({ names, description, values }: Flag, name: string): string {
  const spelt = names.map(each => (each.startsWith('--') ? `-l ${each.slice(2)}` : `-s ${each.slice(1)}`))
  const taken =
    values === undefined ? [] : ['-r', ...(values.kind === 'files' ? [] : [`-f ${offer(values, name)}`])]
  return [...spelt, ...taken, `-d ${quoted(description)}`].join(' ')
}

function offer(values: Values, name: string): string {
  if (values.kind === 'words') return `-a ${quoted(values.words.join(' '))}`
  return `-a ${quoted(`(${name} completions --words ${values.kind} 2>/dev/null)`)}`
}

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`
const quotedInside = (text: string): string => `"${text}"`
