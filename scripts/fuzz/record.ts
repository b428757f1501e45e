/** What was sent in a round, kept so that a failure can be shown and repeated. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const KEPT_BYTES = 160 * 1024 * 1024
const SHOWN = 8
const SHOWN_BYTES = 200

export class Record {
  readonly #sent: Buffer[] = []
  #bytes = 0

  add(bytes: Buffer): void {
    this.#sent.push(bytes)
    this.#bytes += bytes.length
    while (this.#bytes > KEPT_BYTES) this.#bytes -= this.#sent.shift()?.length ?? this.#bytes
  }

  /** The last messages, cut. */
  show(): string {
    const last = this.#sent.slice(-SHOWN)
    return last.map(bytes => `  ${JSON.stringify(bytes.toString('latin1', 0, SHOWN_BYTES))}`).join('\n')
  }

  /** Writes everything to a file that can be fed to the program; its path. */
  save(): string {
    const path = join(mkdtempSync(join(tmpdir(), 'parley-fuzz-')), 'sent.bin')
    writeFileSync(path, Buffer.concat(this.#sent))
    return path
  }
}
