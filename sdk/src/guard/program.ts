/**
 * Programs whose use is never remembered beyond once: they run other programs, reach other machines, install things or
 * delete. A list of names, not a parser: what a shell is given is not understood here, only searched for these names.
 */

// The rule's own list first, then neighbours that do the same under another name.
const ALWAYS = new Set([
  ...[
    'sudo',
    'su',
    'doas',
    'ssh',
    'scp',
    'rsync',
    'curl',
    'wget',
    'nc',
    'eval',
    'xargs',
    'env',
    'npx',
    'uvx',
    'pip',
  ],
  ...[
    'docker',
    'kubectl',
    'sftp',
    'ncat',
    'netcat',
    'socat',
    'telnet',
    'pkexec',
    'runuser',
    'chroot',
    'podman',
  ],
  ...[
    'bunx',
    'pnpx',
    'pipx',
    'nohup',
    'nice',
    'time',
    'timeout',
    'setsid',
    'stdbuf',
    'watch',
    'parallel',
    'exec',
  ],
  ...['command', 'busybox', 'script', 'strace', 'unshare', 'nsenter', 'rm', 'rmdir', 'shred', 'dd', 'source'],
  ...['powershell', 'pwsh', 'wsl', 'start', 'osascript', 'crontab', 'at', 'helm', 'open', 'xdg-open'],
])

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish', 'csh', 'tcsh', 'cmd'])

const INSTALLS = [
  ...[
    'install',
    'i',
    'in',
    'ins',
    'inst',
    'insta',
    'instal',
    'isnt',
    'isnta',
    'isntal',
    'isntall',
    'add',
    'ci',
    'ic',
  ],
  ...[
    'clean-install',
    'install-clean',
    'isntall-clean',
    'install-test',
    'it',
    'install-ci-test',
    'cit',
    'sit',
  ],
  ...['update', 'up', 'upgrade', 'exec', 'x', 'dlx', 'create', 'init', 'link', 'publish', 'config', 'set'],
]

/** Programs of which some uses are on the list: the words that make it so. */
const WITH_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  npm: new Set(INSTALLS),
  pnpm: new Set(INSTALLS),
  yarn: new Set(INSTALLS),
  bun: new Set(INSTALLS),
  deno: new Set(['install', 'add', 'run', 'eval', 'x']),
  uv: new Set(['pip', 'tool', 'add', 'sync', 'run', 'publish']),
  git: new Set(['push', 'config', 'send-email', 'daemon', 'submodule']),
  python: new Set(['pip', 'ensurepip', 'pip.__main__']),
  find: new Set(['-delete', '-exec', '-execdir', '-ok', '-okdir', '-fprint', '-fprintf', '-fls']),
}

const ENDINGS = ['.exe', '.cmd', '.bat', '.com', '.ps1']

/** A program without its folder, its ending and its version: `/usr/bin/pip3.11` is `pip`. */
export function toProgramName(program: string): string {
  const last = Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\'))
  let name = program.slice(last + 1).toLowerCase()
  const ending = ENDINGS.find(each => name.endsWith(each))
  if (ending !== undefined) name = name.slice(0, -ending.length)
  let end = name.length
  while (end > 1 && '0123456789.'.includes(name[end - 1] ?? ' ')) end--
  return name.slice(0, end)
}

// `git -c …` and `npm --prefix …` put a setting in front of the word that counts, and some settings run programs.
const hasSettingFirst = (name: string, words: readonly string[]): boolean =>
  name !== 'find' && name !== 'python' && (words[0] ?? '').startsWith('-') && words.length > 1

const isCommandFlag = (word: string): boolean =>
  word.toLowerCase() === '/c' ||
  word.toLowerCase() === '/k' ||
  (/^-[a-z]+$/i.test(word) && word.includes('c'))

/** Whether running this is never remembered beyond once. */
export function isRiskyProgram(argv: readonly string[]): boolean {
  const [program = '', ...words] = argv
  const name = toProgramName(program)
  if (ALWAYS.has(name) || name.startsWith('mkfs')) return true
  if (SHELLS.has(name)) return words.some(word => isCommandFlag(word) || word === '--command')
  const risky = Object.hasOwn(WITH_WORDS, name) ? WITH_WORDS[name] : undefined
  if (risky === undefined) return false
  return hasSettingFirst(name, words) || words.some(word => risky.has(withoutFlag(word.toLowerCase())))
}

/** `-mpip` is `-m pip`. */
const withoutFlag = (word: string): string => (/^-m\w/.test(word) ? word.slice(2) : word)

const STEERED = new Set([
  ...[
    'node',
    'perl',
    'ruby',
    'php',
    'java',
    'mvn',
    'gradle',
    'make',
    'cmake',
    'ninja',
    'cargo',
    'go',
    'rustc',
    'tar',
  ],
  ...Object.keys(WITH_WORDS),
])

/**
 * Whether a word for which a pattern leaves the choice may steer the program elsewhere: options that name another folder,
 * another shell or a file to write. What stands behind `--` is not the program's.
 */
export function isSteering(program: string, word: string): boolean {
  return word.startsWith('-') && word !== '--' && STEERED.has(toProgramName(program))
}

/** Whether a program has uses on the list, so that no pattern may stand for its words. */
export function isRiskyName(program: string): boolean {
  const name = toProgramName(program)
  return ALWAYS.has(name) || SHELLS.has(name) || name.startsWith('mkfs')
}

/** Whether text for a shell holds the name of such a program anywhere, even where the shell would not run it. */
export function mentionsRiskyProgram(text: string): boolean {
  const words = text.split(/[^A-Za-z0-9_./\\-]/)
  return words.some((_, index) => isRiskyProgram(words.slice(index, index + 1))) || mentionsRiskyUse(words)
}

function mentionsRiskyUse(words: readonly string[]): boolean {
  const rest = words.map(word => word.toLowerCase())
  return words.some(word => {
    const name = toProgramName(word)
    if (SHELLS.has(name)) return true
    const risky = Object.hasOwn(WITH_WORDS, name) ? WITH_WORDS[name] : undefined
    return risky !== undefined && rest.some(other => risky.has(other))
  })
}
