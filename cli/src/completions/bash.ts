/** The script for bash: one function that follows the words typed so far and offers what may come next. */

import { ASKED, type Node, type Values } from './vocabulary.js'

export function toBash(nodes: readonly Node[], name: string): string {
  const paths = nodes.filter(({ path }) => path.length > 0).map(({ path }) => `'${path.join(' ')}'`)
  return `# completion of ${name} for bash
_${name}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} path= word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case "\${path:+$path }$word" in
      ${paths.join(' | ')}) path="\${path:+$path }$word" ;;
      *) [[ $word == -- ]] && return ;;
    esac
  done
  local words= kind= asked
  case "$path:$prev" in
${nodes.flatMap(toFlagCases).join('\n')}
    *)
      case "$path" in
${nodes.map(toNodeCase).join('\n')}
      esac ;;
  esac
  if [[ $cur != -* ]]; then
    for asked in $kind; do words+=" $(${name} completions --words "$asked" 2>/dev/null)"; done
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _${name} ${name}
`
}

function toFlagCases({ path, flags }: Node): readonly string[] {
  return flags.flatMap(({ names, values }) => {
    if (values === undefined) return []
    const patterns = names.map(each => `'${path.join(' ')}:${each}'`).join(' | ')
    return [`    ${patterns}) ${assign(values, [])} ;;`]
  })
}

function toNodeCase({ path, commands, flags, values }: Node): string {
  const words = [...commands.map(each => each.name), ...flags.flatMap(({ names }) => names)]
  return `        '${path.join(' ')}') ${values.map(each => assign(each, words)).join('; ') || assign(undefined, words)} ;;`
}

function assign(values: Values | undefined, more: readonly string[]): string {
  const words = [...more, ...(values?.kind === 'words' ? values.words : [])]
  const asked = ASKED.find(kind => kind === values?.kind)
  return [`words+=' ${words.join(' ')}'`, ...(asked === undefined ? [] : [`kind+=' ${asked}'`])].join('; ')
}
