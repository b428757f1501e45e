/** Where the lines of a recording go: into its file as they are, or through a seal. Counts what reaches the file. */

import type { FileHandle } from 'node:fs/promises'
import type { RecordingSeal } from './options.js'

export interface LineOutlet {
  /** What the file takes by now. */
  readonly bytes: number
  write(lines: string): Promise<void>
  /** Absent where every line can be read as soon as it is written. */
  readonly settle?: (() => Promise<void>) | undefined
  /** Writes what belongs to the end; the file stays open. */
  end(): Promise<void>
}

export async function openOutlet(file: FileHandle, seal: RecordingSeal | undefined): Promise<LineOutlet> {
  let bytes = 0
  const append = async (data: Uint8Array): Promise<void> => {
    await file.appendFile(data)
    bytes += data.length
  }
  const counted = {
    get bytes() {
      return bytes
    },
  }
  if (seal === undefined)
    return Object.assign(counted, {
      write: (lines: string) => append(Buffer.from(lines)),
      end: async () => {},
    })
  const sealed = await seal.begin(append)
  return Object.assign(counted, {
    write: (lines: string) => sealed.write(lines),
    settle: () => sealed.settle(),
    end: () => sealed.end(),
  })
}
