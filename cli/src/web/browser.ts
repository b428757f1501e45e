/** Opens a link in the browser of whoever sits here; where nobody does, or nothing could be seen, it does not. */

import { spawn } from 'node:child_process'
import { splitLine } from '../agents/command-line.js'
import type { Shell } from '../shell.js'

type Words = readonly string[]

/** What opens this link; nothing where none should be opened. */
export function browserCommand(
  link: string,
  { env }: Pick<Shell, 'env'>,
  platform: NodeJS.Platform = process.platform,
): Words | undefined {
  if (isSaid(env.CI)) return undefined
  const { BROWSER: named = '' } = env
  if (named !== '') return toWords(named, link, platform)
  if (platform === 'darwin') return ['open', link]
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', link]
  const hasDisplay = [env.DISPLAY, env.WAYLAND_DISPLAY].some(each => each !== undefined && each !== '')
  return hasDisplay ? ['xdg-open', link] : undefined
}

/** Whether there is anything to open it with. */
export function canOpen(shell: Pick<Shell, 'env'>): boolean {
  return browserCommand('', shell) !== undefined
}

/** Whether something was started for it. What becomes of that is between it and its user: the link is printed, too. */
export async function openBrowser(link: string, shell: Pick<Shell, 'env' | 'cwd'>): Promise<boolean> {
  const [command, ...args] = browserCommand(link, shell) ?? []
  if (command === undefined) return false
  const { env, cwd } = shell
  const child = spawn(command, args, { env, cwd, stdio: 'ignore', detached: true, windowsHide: true })
  child.unref()
  return await new Promise(resolve => {
    child.once('spawn', () => resolve(true))
    child.once('error', () => resolve(false))
  })
}

/** By its convention: several with colons between them, the link where `%s` stands or at the end, `none` for none. */
function toWords(named: string, link: string, platform: NodeJS.Platform): Words | undefined {
  const [first = ''] = platform === 'win32' ? [named] : named.split(':')
  const words = splitLine(first)
  if (words.length === 0 || first === 'none') return undefined
  const isPlaced = words.some(word => word.includes('%s'))
  return isPlaced ? words.map(word => word.replaceAll('%s', link)) : [...words, link]
}

function isSaid(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value)
}
