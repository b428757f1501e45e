/** What would go wrong in the command, one fault each: what is shown, what is allowed, how it ends, what is installed. */
import type { Twin } from '../twin.js'

const CODES = 'cli/run/exit-codes.test.ts'
const INSTALLATION = 'cli/agents/installation.test.ts'
const REGISTRY = 'cli/agents/registry.test.ts'

export const COMMANDS: readonly Twin[] = [
  {
    fault: 'an address without a path is no agent for parley connect',
    file: 'cli/connect/connect.ts',
    find: 'address.pathname = agentPath(address)',
    replace: 'agentPath(address)',
    test: [
      'cli/connect/connect.test.ts',
      'it answers what it was asked, and ends with its stdin; a wrong token is told of',
    ],
    build: true,
  },
  {
    fault: 'the line for coming back to a gateway has no token file',
    file: 'cli/chat/work/far-talk.ts',
    find: "tokenFile === undefined ? [] : ['--token-file', tokenFile]",
    replace: "tokenFile === undefined ? [] : ['']",
    test: [
      'cli/attach/attach.test.ts',
      'who leaves is told a line that brings them back as it stands, with the file of their token',
    ],
    build: true,
  },
  {
    fault: 'what an agent says reaches the terminal as it is',
    file: 'cli/run/text-format.ts',
    find: 'this.#prose.say(voice, sanitizeForDisplay(text))',
    replace: 'this.#prose.say(voice, text)',
    test: [
      'cli/run/hostile.test.ts',
      'escape codes, clipboard codes and turned writing do not reach a terminal as text',
    ],
    build: true,
  },
  {
    fault: 'a run in which something was denied ends well',
    file: 'cli/run/ending.ts',
    find: 'isOver && denied.count > 0',
    replace: 'isOver && denied.count < 0',
    test: ['cli/run/permissions.test.ts', 'what is denied does not end the turn'],
    build: true,
  },
  {
    fault: 'Ctrl-C does not tell the agent',
    file: 'cli/run/performance.ts',
    find: "else this.#session.cancel({ queue: 'clear' }).catch(() => this.#leave())",
    replace: '',
    test: [CODES, 'what takes too long is cancelled, with exit code 3'],
    build: true,
  },
  {
    fault: 'a package runs its own programs while it is installed',
    file: 'cli/agents/installation.ts',
    find: "'--ignore-scripts', ",
    replace: '',
    test: [INSTALLATION, 'a range is resolved once, pinned and told; no script runs'],
  },
  {
    fault: 'a registry sends its reader to another host',
    file: 'cli/agents/registry-address.ts',
    find: 'target.origin !== url.origin',
    replace: "target.origin === ''",
    test: [REGISTRY, 'a registry that is too big, elsewhere, broken or absent is refused'],
  },
  {
    fault: 'a registry sets variables that steer programs',
    file: 'cli/agents/registry-entry.ts',
    find: '!VARIABLE.test(name) || isRefusedVariable(name)',
    replace: '!VARIABLE.test(name) || isRefusedVariable(name + "x")',
    test: [REGISTRY, 'a variable that loads code is refused'],
  },
  {
    fault: 'a command that calls itself reading is believed',
    file: 'cli/run/shown-action.ts',
    find: "(runs !== undefined && kind !== 'execute')",
    replace: "(runs !== undefined && kind === '')",
    test: ['cli/run/claims.test.ts', '--approve reads does not believe a kind that is not what is shown'],
    build: true,
  },
  {
    fault: 'a conversation that is imported names the program that takes it up',
    file: 'cli/sessions/import.ts',
    find: "isAgentId(own?.agent ?? '') ? own?.agent : undefined",
    replace: 'own?.agent',
    test: ['cli/sessions/sessions.test.ts', 'a document names no program, no directory'],
  },
]
