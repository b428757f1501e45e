/** Who reads and writes while everything is being swapped: this library, and one that looks first and opens then. */
import { readFile, realpath, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Boundary, pinRoot, readInside, writeInside } from '@parley/acp/node'

export interface Contestant {
  readonly name: string
  read(path: string): Promise<string>
  write(path: string, content: string): Promise<void>
}

/** The library, with the strength that is named. */
export async function ours(root: string, boundary: Boundary): Promise<Contestant> {
  const roots = [await pinRoot(root, { boundary })]
  return {
    name: boundary,
    read: path => readInside({ path }, roots, { boundary }),
    write: async (path, content) => void (await writeInside({ path, content }, roots, { boundary })),
  }
}

/** The control: it asks where a path leads, and then uses the path. If it is never caught, nobody would be. */
export function naive(root: string): Contestant {
  const demandInside = async (path: string): Promise<void> => {
    if (!(await realpath(path)).startsWith(`${root}/`)) throw new Error('outside')
  }
  return {
    name: 'naive',
    read: async path => {
      await demandInside(path)
      return readFile(path, 'utf8')
    },
    write: async (path, content) => {
      await demandInside(dirname(path) === root ? path : dirname(path))
      await writeFile(path, content)
    },
  }
}
