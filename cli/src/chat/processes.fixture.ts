/** The processes of this machine. */

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Everything that lives, each with its parent. Asked for many times a second, so no program is started where files tell. */
export function listProcesses(): readonly (readonly [number, number])[] {
  if (existsSync('/proc/self/stat'))
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .flatMap(name => parentOf(name))
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .filter(([, , stat = 'Z']) => !stat.startsWith('Z'))
    .map(([pid, parent]) => [Number(pid), Number(parent)] as const)
}

/** Nothing for one that has ended, also while this was read. */
function parentOf(pid: string): readonly (readonly [number, number])[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name may hold anything, brackets and blanks too.
    const [state = 'Z', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? [] : [[Number(pid), Number(parent)]]
  } catch {
    return []
  }
}
