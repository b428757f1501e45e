/** Known ways in which agents fail to start, told by what they say: the likely cause, and what to do about it. */

/** What is known about a process that did not become an agent. */
export interface Evidence {
  /** The program, as it was started. */
  readonly command: string
  /** How it ended by itself; nothing while it runs. */
  readonly death?: { readonly code: number | null; readonly signal: string | null } | undefined
  readonly stderr: string
  /** The first of what came on stdout. */
  readonly stdout: string
}

/** A likely cause, and its cure. */
export interface Diagnosis {
  readonly cause: string
  readonly cure: string
}

interface Symptom {
  /** Found in what it said; without it the exit alone tells. */
  readonly says?: RegExp
  readonly exits?: readonly (number | string)[]
  diagnose(found: string, evidence: Evidence): Diagnosis
}

const quoted = (text: string): string => (text === '' ? '' : ` (${text})`)

// The first that fits is told, so the particular stand before the general. No pattern repeats a repetition: the text is
// the agent's, and may be made to take long.
const SYMPTOMS: readonly Symptom[] = [
  {
    says: /Cannot find (?:module|package) '([^'\n]+)'/,
    diagnose: found => ({
      cause: `a module that it needs is missing${quoted(found)}`,
      cure: 'install the agent again (completely, with its dependencies), or correct the path of its script.',
    }),
  },
  {
    says: /(E404|404 Not Found - GET [^\s]+)/,
    diagnose: found => ({
      cause: `its package is not in the registry${quoted(found)}`,
      cure: 'correct the name and version of the package.',
    }),
  },
  {
    says: /(ENOTFOUND|EAI_AGAIN|ENETUNREACH|ECONNREFUSED|ETIMEDOUT|network request failed)/,
    diagnose: found => ({
      cause: `it wanted something from the network and did not get it${quoted(found)}`,
      cure: 'check the network and its proxy. An agent started by npx is fetched first: install it once and start it by its own name.',
    }),
  },
  {
    says: /(EBADENGINE|Unsupported engine|requires Node[^\n]{0,60}|Node(?:\.js)? version[^\n]{0,60}|ERR_UNKNOWN_BUILTIN_MODULE|SyntaxError[^\n]{0,80}|is not a function\n)/,
    diagnose: (found, { stderr }) => ({
      cause: `the Node it runs on is probably too old for it${quoted([/\bv\d+\.\d+\.\d+\b/.exec(stderr)?.[0], found.trim()].filter(Boolean).join(', '))}`,
      cure: 'install a newer Node and put it first on PATH (`env: { PATH }`), or give the full path of the agent beside it.',
    }),
  },
  {
    says: /version `(GLIBC[^']{1,20})' not found/,
    diagnose: found => ({
      cause: `it was built for a newer system${quoted(found)}`,
      cure: 'install a build for this system.',
    }),
  },
  {
    says: /(not logged in|(?:log|sign) ?in first|please (?:log|sign) ?in|authentication required|unauthori[sz]ed|(?:API|api)[ _]key|credentials)/i,
    diagnose: (found, { command }) => ({
      cause: `it wants to be signed in${quoted(found)}`,
      cure: `sign in once with the agent's own command in a terminal (often \`${nameOf(command)} login\`), or pass its key by \`env\`: variables that are not named there do not reach it.`,
    }),
  },
  {
    says: /(stdin is not a (?:TTY|terminal)|raw mode is not supported|not a tty|must be run in a terminal)/i,
    diagnose: (found, evidence) => ({
      cause: `it was started as a program for people, not as an agent${quoted(found)}`,
      cure: wayToSpeak(evidence),
    }),
  },
  {
    says: /((?:unknown|unrecogni[sz]ed|invalid|unexpected) (?:option|argument|command|flag)[^\n]{0,60}|^ *usage:[^\n]{0,60})/im,
    diagnose: (found, evidence) => ({
      cause: `it did not understand its arguments, or needs some to be an agent${quoted(found.trim())}`,
      cure: wayToSpeak(evidence),
    }),
  },
  {
    says: /(ENOSPC|No space left on device|EROFS|Read-only file system)/,
    diagnose: found => ({
      cause: `it could not write to the disk${quoted(found)}`,
      cure: 'make room, or make its folders writable.',
    }),
  },
  {
    says: /(JavaScript heap out of memory|Cannot allocate memory|ENOMEM)/,
    diagnose: found => ({ cause: `it ran out of memory${quoted(found)}`, cure: 'give it more memory.' }),
  },
  {
    says: /([^\n]{0,80}(?:command not found|: not found)|env: [^\n]{0,80}No such file or directory)/,
    diagnose: found => ({
      cause: `a program that it starts itself was not found${quoted(found.trim())}`,
      cure: 'install that program, or put its folder on PATH (`env: { PATH }`).',
    }),
  },
  {
    says: /(EACCES[^\n]{0,80}|Permission denied)/i,
    diagnose: found => ({
      cause: `it may not use something that it needs${quoted(found.trim())}`,
      cure: 'correct the permissions of what it names.',
    }),
  },
  {
    exits: [127],
    diagnose: () => ({
      cause: 'a program that it starts itself was not found',
      cure: 'install that program, or put its folder on PATH (`env: { PATH }`).',
    }),
  },
  {
    exits: [126],
    diagnose: () => ({
      cause: 'a program that it starts itself may not be executed',
      cure: 'make that program executable, or install the build for this system.',
    }),
  },
  {
    exits: ['SIGKILL'],
    diagnose: () => ({
      cause: 'the system or somebody else killed it, often for want of memory',
      cure: 'look into the log of the system, and give it more memory.',
    }),
  },
  {
    exits: ['SIGILL', 'SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGTRAP'],
    diagnose: () => ({
      cause: 'it crashed, as a build for another processor or system does',
      cure: 'install the build for this system.',
    }),
  },
  {
    exits: [0],
    diagnose: (_, evidence) => ({
      cause: 'it ended of its own accord, as a program does that is no agent when it is started like this',
      cure: wayToSpeak(evidence),
    }),
  },
]

/** The first known symptom in the evidence. */
export function diagnosisOf(evidence: Evidence): Diagnosis | undefined {
  const said = `${evidence.stderr}\n${noiseIn(evidence.stdout)}`
  const { code, signal } = evidence.death ?? {}
  for (const { says, exits, diagnose } of SYMPTOMS) {
    const found = says?.exec(said)
    if (found) return diagnose(found[1] ?? '', evidence)
    if (exits?.some(exit => exit === code || exit === signal)) return diagnose('', evidence)
  }
  return undefined
}

/** The lines that are no messages. */
export function noiseIn(stdout: string): string {
  return stdout
    .split('\n')
    .filter(line => !line.trimStart().startsWith('{'))
    .join('\n')
    .trim()
}

/** Most agents speak the protocol only when told to; their own words say how, where they do. */
function wayToSpeak({ command, stderr, stdout }: Evidence): string {
  const name = nameOf(command)
  const own = /(?:^|\s)(--?[a-z-]*acp|acp)\b/.exec(`${stdout}\n${stderr}`)?.[1]
  const tries = own === undefined ? `\`${name} acp\` or \`${name} --acp\`` : `\`${name} ${own}\``
  return `did you mean ${tries}? Look up how this agent is told to speak ACP.`
}

function nameOf(command: string): string {
  return command.split(/[/\\]/).pop() ?? command
}
