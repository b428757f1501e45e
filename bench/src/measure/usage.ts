/** What a process has used so far. Peak memory comes from the kernel's own mark, not from samples. */
import { readFileSync } from 'node:fs'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const megabyte = 1024 * 1024

export interface Usage {
  readonly cpuMicros: number
  readonly rssMegabytes: number
  /** The same without the room for what is young, which grows with haste up to a bound, and not with what is held. */
  readonly settledMegabytes: number
  readonly peakMegabytes: number
  readonly heldBytes: number
}

export function cpuMicros(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

export function readUsage(): Usage {
  const memory = process.memoryUsage()
  return {
    cpuMicros: cpuMicros(),
    rssMegabytes: memory.rss / megabyte,
    settledMegabytes: (memory.rss - youngBytes()) / megabyte,
    peakMegabytes: readPeakMegabytes(),
    heldBytes: memory.heapUsed + memory.external,
  }
}

function youngBytes(): number {
  const young = getHeapSpaceStatistics().find(space => space.space_name === 'new_space')
  return young?.physical_space_size ?? 0
}

export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  // The second pass takes what finalizers of the first let go.
  collect()
  collect()
}

// maxRSS survives exec on Linux, so a child would inherit its parent's peak; VmHWM starts anew.
function readPeakMegabytes(): number {
  try {
    const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
    if (kilobytes !== undefined) return Number(kilobytes) / 1024
  } catch {
    // No /proc here: the next best mark.
  }
  return process.resourceUsage().maxRSS / 1024
}
