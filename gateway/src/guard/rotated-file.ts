/** A file of lines that never grows without end: when it is full it becomes the first of a few older ones. */

import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { codeOf } from '../config/own-file.js'

export interface RotatedFileOptions {
  /** How large it may become. */
  readonly bytes: number
  /** How many there are, the one that is written included. */
  readonly files: number
}

const NEWLINE = 10

export class RotatedFile {
  readonly #path: string
  readonly #options: RotatedFileOptions
  #file: number | undefined
  #size = 0

  /** `path` ends with `.ndjson`; older ones are called `.1.ndjson` and so on. */
  constructor(path: string, options: RotatedFileOptions) {
    this.#path = path
    this.#options = options
  }

  /** Written before it returns: whoever is killed after a decision has written it down. */
  append(line: string): void {
    const bytes = Buffer.from(`${line}\n`)
    let file = this.#file ?? this.#open()
    if (this.#size > 0 && this.#size + bytes.length > this.#options.bytes) {
      this.close()
      this.#shift()
      file = this.#open()
    }
    this.#write(file, bytes)
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #open(): number {
    const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)
    const file = openSync(this.#path, flags, 0o600)
    this.#file = file
    fchmodSync(file, 0o600)
    this.#size = fstatSync(file).size
    // A line that was cut off by a loss of power must not swallow the next one.
    const last = Buffer.alloc(1)
    if (this.#size > 0 && readSync(file, last, 0, 1, this.#size - 1) === 1 && last[0] !== NEWLINE)
      this.#write(file, Buffer.of(NEWLINE))
    return file
  }

  /** A full disk may take a part of a line. The file is opened anew then: its true size is known, and its end is mended. */
  #write(file: number, bytes: Buffer): void {
    try {
      for (let written = 0; written < bytes.length; ) {
        const count = writeSync(file, bytes, written)
        written += count
        this.#size += count
      }
    } catch (error) {
      this.close()
      throw error
    }
  }

  #shift(): void {
    const older = this.#options.files - 1
    rmSync(this.#name(older), { force: true })
    for (let number = older; number > 0; number--) {
      try {
        renameSync(this.#name(number - 1), this.#name(number))
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw error
      }
    }
  }

  #name(number: number): string {
    return number === 0 ? this.#path : this.#path.replace(/\.ndjson$/, `.${number}.ndjson`)
  }
}
