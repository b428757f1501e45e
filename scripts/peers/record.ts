/** The same host, with a count of what the agent asks of it, answered and refused. Knows no agent and no host in particular. */
import type { Host } from '@parley/acp/client'

export interface Count {
  answered: number
  refused: number
}

const FILES = ['read', 'write'] as const
const TERMINALS = ['create', 'output', 'waitForExit', 'kill', 'release'] as const

type Ask = (...args: never[]) => unknown

export const recorded = (host: Host, counts: Map<string, Count>): Host => {
  const watch = <F extends Ask>(name: string, ask: F): F => {
    const watched = async (...args: never[]): Promise<unknown> => {
      const count = counts.get(name) ?? { answered: 0, refused: 0 }
      counts.set(name, count)
      try {
        const answer = await ask(...args)
        count.answered++
        return answer
      } catch (error) {
        count.refused++
        throw error
      }
    }
    // Whatever may be awaited may also be given by a promise: every function of a host is asked that way.
    return watched as unknown as F
  }
  const room = <T extends object, Key extends keyof T & string>(
    name: string,
    asks: T,
    keys: readonly Key[],
  ): T =>
    Object.fromEntries(
      keys.map(key => {
        const ask = asks[key]
        return [key, typeof ask === 'function' ? watch(`${name}.${key}`, ask.bind(asks)) : ask]
      }),
    ) as T
  return {
    ...host,
    ...(host.permission === undefined ? {} : { permission: watch('permission', host.permission) }),
    ...(host.files === undefined ? {} : { files: room('files', host.files, FILES) }),
    ...(host.terminals === undefined ? {} : { terminals: room('terminals', host.terminals, TERMINALS) }),
  }
}
