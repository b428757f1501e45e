/** The script for zsh: one function that follows the words typed so far and describes what may come next. */

import type { Flag, Node, Values } from './vocabulary.js'

export function toZsh(nodes: readonly Node[], name: string): string {
  const paths = nodes.filter(({ path }) => path.length > 0).map(({ path }) => `'${path.join(' ')}'`)
  return `#compdef ${name}
_${name}() {
  local cur=$words[CURRENT] prev=$words[CURRENT-1] at= word i
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    case "\${at:+$at }$word" in
      ${paths.join('|')}) at="\${at:+$at }$word" ;;
      *) if [[ $word == -- ]]; then _default; return; fi ;;
    esac
  done
  local -a items
  case "$at:$prev" in
${nodes.flatMap(node => node.flags.flatMap(flag => toFlagCase(node, flag, name))).join('\n')}
    *)
      case "$at" in
${nodes.map(node => toNodeCase(node, name)).join('\n')}
      esac ;;
  esac
}
compdef _${name} ${name}
`
}

function toFlagCase({ path }: Node, { names, values }: Flag, name: string): readonly string[] {
  if (values === undefined) return []
  const patterns = names.map(each => `'${path.join(' ')}:${each}'`).join('|')
  return [`    ${patterns}) ${offer(values, name)} ;;`]
}

function toNodeCase({ path, commands, flags, values }: Node, name: string): string {
  const items = [
    ...commands.map(each => item(each.name, each.description)),
    ...flags.flatMap(({ names, description }) => names.map(each => item(each, description))),
  ]
  const described = items.length === 0 ? '' : `items=(${items.join(' ')}); _describe -t commands word items; `
  return `        '${path.join(' ')}') ${described}${values.map(each => offer(each, name)).join('; ') || ':'} ;;`
}

function offer(values: Values, name: string): string {
  if (values.kind === 'words') return `compadd -- ${values.words.join(' ')}`
  if (values.kind === 'files') return '_files'
  return `compadd -- \${(f)"$(${name} completions --words ${values.kind} 2>/dev/null)"}`
}

/** A colon parts a word from its description. */
function item(word: string, description: string): string {
  return `'${`${word.replaceAll(':', '\\:')}:${description}`.replaceAll("'", `'\\''`)}'`
}
