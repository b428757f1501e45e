/** Rules for who wants to see something: the project, a file, a folder, a place in the code. */

import { quoteWord } from '../commands/words.js'
import { type PlainRequest, unquote } from './request.js'
import type { Rule } from './rule.js'
import { findTarget, toShowing } from './target.js'

const PROJECT = '(?:the |this |my |our )?(?:project|repo|repository|code ?base|workspace)'
/** Where the user is, however they call it. */
const HERE = `(?:${PROJECT}|here|(?:the |this |my )(?:current )?(?:folder|directory))`
export const SHOW = '(?:show(?: me)?|open|read|print|display|cat|view|see|look at)'
const LANGUAGES: Readonly<Record<string, string>> = {
  typescript: '**/*.{ts,tsx,mts,cts}',
  javascript: '**/*.{js,jsx,mjs,cjs}',
  python: '**/*.py',
  rust: '**/*.rs',
  go: '**/*.go',
  java: '**/*.java',
  ruby: '**/*.rb',
  shell: '**/*.sh',
  css: '**/*.{css,scss}',
  html: '**/*.html',
  markdown: '**/*.{md,mdx}',
  json: '**/*.json',
  yaml: '**/*.{yml,yaml}',
  test: '**/{*.test.*,*.spec.*,*_test.*,test_*.*}',
}

export const LOOKING_RULES: readonly Rule[] = [
  {
    saying: 'what does this project do',
    patterns: [
      new RegExp(`^what(?:['’]s| is| does)? ${HERE}(?: do| about| for)?$`, 'i'),
      new RegExp(`^what(?:['’]s| is)(?: there)? in ${HERE}$`, 'i'),
      new RegExp(
        `^(?:describe|explain|summari[sz]e|introduce|analy[sz]e|inspect|tell me about) ${HERE}$`,
        'i',
      ),
      new RegExp(
        `^(?:give me |show me )?(?:a |an |the )?(?:project )?(?:overview|summary)(?: of ${PROJECT})?$`,
        'i',
      ),
      /^where am i$/i,
    ],
    toCommand: () => '/overview',
  },
  {
    saying: 'explain src/main.ts',
    patterns: [
      /^(?:explain|describe|summari[sz]e|outline|tell me about) (?<target>.+)$/i,
      /^what (?:is|does) (?<target>.+?)(?: do)?$/i,
    ],
    async toCommand({ target = '' }, request) {
      const path = await findTarget(target, request)
      return path === undefined ? undefined : `/overview ${quoteWord(path)}`
    },
  },
  {
    saying: 'find all tests',
    patterns: [
      new RegExp(
        `^(?:find|list|show(?: me)?)(?: me)?(?: all| every| the)*\\s+(?<kind>${Object.keys(LANGUAGES).join('|')})s?(?: files?)?$`,
        'i',
      ),
    ],
    toCommand: ({ kind = '' }) => `/find ${LANGUAGES[kind.toLowerCase()]}`,
  },
  {
    saying: 'show lines 10 to 20 of src/main.ts',
    patterns: [
      new RegExp(
        `^${SHOW} lines? (?<from>\\d+)(?:\\s*(?:-|to|through|until)\\s*(?<to>\\d+))? (?:of|in|from) (?<target>.+)$`,
        'i',
      ),
    ],
    async toCommand({ from = '', to = from, target = '' }, request) {
      const path = await findTarget(target, request)
      return path === undefined || path.endsWith('/')
        ? undefined
        : `/read ${quoteWord(`${path}:${from}-${to}`)}`
    },
  },
  {
    saying: 'show me README',
    patterns: [new RegExp(`^${SHOW} (?<target>.+)$`, 'i')],
    toCommand: ({ target = '' }, request) => toShowing(target, request),
  },
  {
    saying: 'what is in src',
    patterns: [
      /^(?:what(?:['’]s| is)|which files are|what files are)(?: there)? in (?<target>.+)$/i,
      /^list (?:the |all )?files(?: (?:in|of|under|below) (?<target>.+))?$/i,
      /^(?:ls|list) (?<target>.+)$/i,
      /^(?:what|which) files (?:are|do we have)(?: there)?(?: here)?$/i,
    ],
    toCommand: ({ target = '.' }, request) => toShowing(target, request),
  },
  {
    saying: 'where is parseOptions defined',
    patterns: [
      /^where (?:is|are) (?<name>[\w$`'"]+) (?:defined|declared|implemented)$/i,
      /^(?:find |show (?:me )?|go to )?(?:the )?definition of (?<name>[\w$`'"]+)$/i,
    ],
    toCommand: ({ name = '' }) => `/search ${quoteWord(unquote(name))} --definition`,
  },
  {
    saying: 'where is parseOptions used',
    patterns: [
      /^where (?:is|are|do we use) (?<name>[\w$`'"]+)(?: (?:used|called|referenced|mentioned))?$/i,
      /^(?:who|what) (?:uses|calls) (?<name>[\w$`'"]+)$/i,
    ],
    toCommand: ({ name = '' }, request) => searchOrFile(unquote(name), request),
  },
  {
    saying: 'search for "open the door" in src',
    patterns: [
      /^(?:search(?: for)?|grep(?: for)?|look for|find) (?<text>.+?) in (?<where>(?:(?:the|this|my) )?[\w./@+-]+)$/i,
      /^(?:search(?: for)?|grep(?: for)?|look for) (?<text>.+)$/i,
      /^find (?<text>["'`“].+["'`”])$/i,
    ],
    async toCommand({ text = '', where }, request) {
      const place = where === undefined ? '' : await toPlace(where, request)
      return place === undefined ? undefined : `/search ${quoteWord(unquote(text))}${place}`
    },
  },
  {
    saying: 'find files named config',
    patterns: [
      /^(?:find|list|show(?: me)?)(?: all| the| every)* files? (?:named|called|like|matching|with the name) (?<name>\S+)$/i,
      /^find(?: all| the| every)*\s+(?<name>[\w.*/@+-]*[*./][\w.*/@+-]*)(?: files?)?$/i,
      /^where is the file (?<name>\S+)$/i,
    ],
    toCommand: ({ name = '' }) => `/find ${quoteWord(unquote(name))}`,
  },
]

/** Everywhere, or below a path that is there; "in Paris" is none. */
async function toPlace(where: string, request: PlainRequest): Promise<string | undefined> {
  if (/^(?:the |this |my )?(?:project|repo|repository|code|workspace|files?)$/i.test(where)) return ''
  const path = await findTarget(where, request)
  return path === undefined ? undefined : ` --in ${quoteWord(path)}`
}

/** "where is README" asks for a file when there is one of that name. */
async function searchOrFile(name: string, request: PlainRequest): Promise<string> {
  const file = await findTarget(name, request)
  return file === undefined ? `/search ${quoteWord(name)}` : `/find ${quoteWord(file)}`
}
