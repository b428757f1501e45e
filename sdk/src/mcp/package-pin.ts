/** Whether a command fetches a package from a registry without saying which version: then anybody may choose the code. */

// The word after the program that makes it fetch and run; none where the program does nothing else.
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  npx: [],
  pnpx: [],
  bunx: [],
  npm: ['exec', 'x'],
  pnpm: ['dlx'],
  yarn: ['dlx'],
  bun: ['x'],
}

const EXACT = /.@\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/

/** The packages that `command` would fetch in whichever version is newest. */
export function unpinnedPackages(command: string, args: readonly string[]): readonly string[] {
  const program = nameOf(command)
  // How it is written on Windows.
  if (program === 'cmd' && args[0]?.toLowerCase() === '/c')
    return unpinnedPackages(args[1] ?? '', args.slice(2))
  if (program === 'env') return unpinnedPackages(args[0] ?? '', args.slice(1))
  const verbs = RUNNERS[program]
  if (verbs === undefined) return []
  if (verbs.length > 0 && !verbs.includes(args[0] ?? '')) return []
  return packagesOf(verbs.length > 0 ? args.slice(1) : args).filter(
    name => !EXACT.test(name) && !/^[./~]/.test(name),
  )
}

function nameOf(command: string): string {
  const last = command.split(/[/\\]/).at(-1) ?? ''
  return last.toLowerCase().replace(/\.(?:exe|cmd|ps1)$/, '')
}

/** Those named with `-p` or `--package`; without one, the first word that is no option. */
function packagesOf(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--')
  const own = end < 0 ? args : args.slice(0, end)
  const named = own.flatMap((arg, index) => {
    if (arg === '-p' || arg === '--package') return [own[index + 1] ?? '']
    return arg.startsWith('--package=') ? [arg.slice('--package='.length)] : []
  })
  if (named.length > 0) return named
  const first = args.find(arg => !arg.startsWith('-'))
  return first === undefined ? [] : [first]
}
