/** A host that names the flag where a flag denied something: a place in a file that nobody wrote helps nobody. */

import { isRpcError, reasonOf } from '@parley/acp/client'
import type { NodeHost } from '@parley/acp/node'
import { rpcError } from '@parley/acp/protocol'

type FlagOf = (by: string) => string | undefined

export function namingFlags(host: NodeHost, flagOf: FlagOf): NodeHost {
  const { files, terminals } = host
  return {
    ...host,
    files: files && {
      ...files,
      ...(files.read && { read: named(files.read.bind(files), flagOf) }),
      ...(files.write && { write: named(files.write.bind(files), flagOf) }),
    },
    terminals: terminals && {
      create: named(terminals.create.bind(terminals), flagOf),
      output: terminals.output.bind(terminals),
      waitForExit: terminals.waitForExit.bind(terminals),
      kill: terminals.kill.bind(terminals),
      release: terminals.release.bind(terminals),
    },
  }
}

function named<Arguments extends readonly unknown[], Answer>(
  answer: (...given: Arguments) => Answer | Promise<Answer>,
  flagOf: FlagOf,
): (...given: Arguments) => Promise<Answer> {
  return async (...given) => {
    try {
      return await answer(...given)
    } catch (error) {
      const { by }: { readonly by?: unknown } = isRpcError(error) ? Object(error.data) : {}
      const flag = typeof by === 'string' ? flagOf(by) : undefined
      if (flag === undefined || reasonOf(error) !== 'permission_denied') throw error
      throw rpcError('permission_denied', `It was denied by ${flag}.`, { by: flag })
    }
  }
}
