/**
 * How Windows starts a `.cmd` or `.bat`: only through cmd.exe, whose quoting cannot carry every argument. A shim of npm is
 * resolved to its script instead. Best effort: pure text, and tried on no Windows yet.
 */

import { LaunchError } from './launch-error.js'

/** What to hand to the system. */
export interface Invocation {
  readonly command: string
  readonly args: readonly string[]
  /** The arguments are quoted already. */
  readonly isVerbatim?: boolean | undefined
}

export function isBatch(file: string): boolean {
  return /\.(?:cmd|bat)$/i.test(file)
}

/** The script that a shim of npm, pnpm or Yarn hands its arguments to, from the shim's own folder. */
export function scriptInShim(text: string): string | undefined {
  const found = /^.*"(?:%_prog%|%~dp0\\node\.exe)" +"(?:%~?dp0%?)\\([^"%]+\.[cm]?js)" +%\*\s*$/m.exec(text)
  return found?.[1]
}

/** The command line that makes cmd.exe run a batch file with exactly these arguments. */
export function throughCmd(file: string, args: readonly string[], systemRoot: string): Invocation {
  for (const part of [file, ...args]) {
    // Inside quotes cmd.exe still expands percent signs, and a quote or a line end leads out of them.
    const unsafe = /["%\r\n\0]/.exec(part)?.[0]
    if (unsafe !== undefined)
      throw new LaunchError('unsafe_arguments', {
        what: `cannot start ${file}: Windows runs it through cmd.exe, which cannot be given ${JSON.stringify(unsafe)} safely.`,
        cure: 'leave that character out, or start the program behind the batch file itself.',
      })
  }
  const line = [file, ...args].map(quoted).join(' ')
  return {
    command: `${systemRoot}\\System32\\cmd.exe`,
    // No AutoRun, extensions on, delayed expansion off; /s takes the outermost quotes away and nothing else.
    args: ['/d', '/e:on', '/v:off', '/s', '/c', `"${line}"`],
    isVerbatim: true,
  }
}

// A backslash before the closing quote would quote that instead.
function quoted(part: string): string {
  const trailing = /\\*$/.exec(part)?.[0] ?? ''
  return `"${part}${trailing}"`
}
