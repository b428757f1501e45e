/** What would go wrong when agents are started, one fault each: what is found, what is run, what is said, what is left. */
import type { Twin } from '../twin.js'

const FIND = 'node/launch/find-program.test.ts'
const WINDOWS = 'node/launch/windows-command.test.ts'
const EXPLANATION = 'node/launch/explanation.test.ts'

export const LAUNCH: readonly Twin[] = [
  {
    fault: 'a program is taken from wherever the process happens to stand',
    file: 'node/launch/surroundings.ts',
    find: '.filter(folder => paths.isAbsolute(folder))',
    replace: ".map(folder => folder || '.')",
    test: [FIND, 'a relative folder on PATH is never looked in'],
  },
  {
    fault: 'what a profile started outlives the question',
    file: 'node/launch/login-shell.ts',
    find: '      family.dismiss()\n',
    replace: '',
    test: [FIND, 'a profile that hangs is given up at the deadline'],
  },
  {
    fault: 'a profile may take as long as it likes',
    file: 'node/launch/login-shell.ts',
    find: 'after(deadline, () => finish',
    replace: 'after(10 * deadline, () => finish',
    test: [FIND, 'a profile that hangs is given up at the deadline'],
  },
  {
    fault: 'the word of a project leads out of the folder of aliases',
    file: 'node/launch/node-versions.ts',
    find: " && !asked.includes('..')",
    replace: '',
    test: [FIND, 'nvm: what the project asks for comes before the default'],
  },
  {
    fault: 'the default of nvm does not count',
    file: 'node/launch/node-versions.ts',
    find: "[await projectVersion(where), await alias('default')]",
    replace: '[await projectVersion(where)]',
    test: [FIND, 'nvm: the default comes first, by way of its aliases'],
  },
  {
    fault: 'a script of a version manager runs on another Node, or on none',
    file: 'node/launch/search.ts',
    find: 'unique([folder, ...known]).join(delimiter)',
    replace: 'unique([folder, ...known].slice(1)).join(delimiter)',
    test: [FIND, 'nvm: the default comes first, by way of its aliases'],
  },
  {
    fault: 'cmd.exe expands what an argument holds',
    file: 'node/launch/windows-command.ts',
    find: '/["%\\r\\n\\0]/',
    replace: '/["\\r\\n\\0]/',
    test: [WINDOWS, 'an argument that no quoting carries through cmd.exe is refused'],
  },
  {
    fault: 'a handshake that fails does not say what the process said',
    file: 'client/connect.ts',
    find: '  if (isExplaining(channel)) return await channel.explain(error)\n',
    replace: '',
    test: [EXPLANATION, 'an agent that never answers is given up at the deadline'],
  },
]
