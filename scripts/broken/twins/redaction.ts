/** What would go wrong with text that is shown or written down, one fault each: what deceives, and what was a secret. */
import type { Twin } from '../twin.js'

const DISPLAY = 'text/display.test.ts'
const REDACT = 'guard/redact.test.ts'
const MESSAGE = 'guard/redact-message.test.ts'
const SPAWN = 'node/spawn-agent.test.ts'

export const REDACTION: readonly Twin[] = [
  {
    fault: 'a sequence that does not end swallows the lines below',
    file: 'text/display.ts',
    find: '\\\\x9c\\\\n\\\\r\\\\x85',
    replace: '\\\\x9c\\\\r\\\\x85',
    test: [DISPLAY, 'a sequence that does not end swallows nothing'],
  },
  {
    fault: 'writing that is turned round is shown',
    file: 'text/display.ts',
    find: '\\\\p{DI}\\\\ufff9-\\\\ufffb',
    replace: '\\\\ufff9-\\\\ufffb',
    test: [DISPLAY, 'turned writing'],
  },
  {
    fault: 'the variables of a server are written down',
    file: 'guard/redact-message.ts',
    find: "if (name === 'mcpServers') return { isServer: true }",
    replace: '',
    test: [MESSAGE, 'the values of all variables and headers of an MCP server'],
  },
  {
    fault: 'what somebody signs in with is written down',
    file: 'guard/redact-message.ts',
    find: "new Set<unknown>(['authenticate', ",
    replace: 'new Set<unknown>([',
    test: [MESSAGE, 'what somebody signs in with'],
  },
  {
    fault: 'what a user answered is written down',
    file: 'guard/redact-message.ts',
    find: "new Set<unknown>(['accept', ",
    replace: 'new Set<unknown>([',
    test: [MESSAGE, 'what a user answered'],
  },
  {
    fault: 'a secret that is split over two pieces gets through',
    file: 'guard/redact-stream.ts',
    find: 'return release(held.length > MOST_HELD ? jointOf(held, known) : lineEnd(held, known))',
    replace: 'return release(held.length)',
    test: [REDACT, 'the stream of a text is the text'],
  },
  {
    fault: 'a dying agent tells what it was given',
    file: 'node/redaction.ts',
    find: 'const known = [...secretsInVariables(variablesOf(env)), ...secretsInArguments(args)]',
    replace: 'const known = secretsInArguments(args)',
    test: [SPAWN, 'what an agent was given in confidence'],
  },
  {
    fault: 'half a secret is left where the last words of an agent begin',
    file: 'node/spawn-agent.ts',
    find: 'isCut ? redactor.tail(text) : redactor.text(text)',
    replace: 'redactor.text(text)',
    test: [SPAWN, 'a secret that is cut in half'],
  },
]
