/**
 * What the process at the terminal and the one with the conversations tell each other. Everything that comes in is
 * checked; what is unknown or wrong is a `WireFault`.
 */

import { isObject, type JsonObject } from '../../json-object.js'
import type { Size } from '../screen/frame.js'
import type { ChatSettings } from '../settings.js'
import { type Packet, toPacket, WireFault } from './wire.js'

/** The version of all this: one that differs is not spoken to. */
export const SPOKEN = 1

/** What a terminal is, as its variables say. */
export type TerminalVariables = Readonly<Record<string, string>>

export type ToWorker =
  | {
      readonly is: 'hello'
      readonly spoken: number
      readonly size: Size
      readonly cwd: string
      readonly terminal: TerminalVariables
      /** Only from whoever started the worker. */
      readonly settings?: ChatSettings | undefined
    }
  | { readonly is: 'input'; readonly bytes: Buffer }
  | { readonly is: 'resize'; readonly size: Size }
  /** So many bytes are with the terminal. */
  | { readonly is: 'taken'; readonly bytes: number }
  | { readonly is: 'lent'; readonly exitCode: number }
  | { readonly is: 'not-lent'; readonly message: string }
  /** The terminal is held again, after a suspension. */
  | { readonly is: 'back' }
  | { readonly is: 'leave'; readonly why: string }

export type ToFront =
  /** Whether the other screen is shown then: whoever restores the terminal has to know. */
  | { readonly is: 'output'; readonly isFull: boolean; readonly bytes: Buffer }
  | {
      readonly is: 'lend'
      readonly argv: readonly string[]
      readonly cwd: string
      readonly env: Readonly<Record<string, string>>
    }
  | { readonly is: 'suspend' }
  | { readonly is: 'leave'; readonly lines: readonly string[]; readonly exitCode: number }
  | { readonly is: 'detach'; readonly lines: readonly string[] }
  | { readonly is: 'taken-over' }
  /** It was heard that somebody wants an end. */
  | { readonly is: 'leaving' }
  /** This terminal is for another worker from now on. */
  | { readonly is: 'go'; readonly id: string }

const [JSON_KIND, INPUT_KIND, OUTPUT_KIND, FULL_OUTPUT_KIND] = [1, 2, 3, 4]

export function toWorkerPacket(message: ToWorker): Buffer {
  if (message.is === 'input') return toPacket(INPUT_KIND, message.bytes)
  return toPacket(JSON_KIND, Buffer.from(JSON.stringify(message)))
}

export function toFrontPacket(message: ToFront): Buffer {
  if (message.is === 'output') return toPacket(message.isFull ? FULL_OUTPUT_KIND : OUTPUT_KIND, message.bytes)
  return toPacket(JSON_KIND, Buffer.from(JSON.stringify(message)))
}

export function readToWorker({ kind, payload }: Packet): ToWorker {
  if (kind === INPUT_KIND) return { is: 'input', bytes: payload }
  const value = readObject(kind, payload)
  switch (value.is) {
    case 'hello':
      return readHello(value)
    case 'resize':
      return { is: 'resize', size: readSize(value.size) }
    case 'taken':
      return { is: 'taken', bytes: readCount(value.bytes, 2 ** 40) }
    case 'lent':
      return { is: 'lent', exitCode: readCount(value.exitCode, 255) }
    case 'not-lent':
      return { is: 'not-lent', message: readText(value.message) }
    case 'back':
      return { is: 'back' }
    case 'leave':
      return { is: 'leave', why: readText(value.why) }
    default:
      throw new WireFault('an unknown message')
  }
}

export function readToFront({ kind, payload }: Packet): ToFront {
  if (kind === OUTPUT_KIND || kind === FULL_OUTPUT_KIND)
    return { is: 'output', isFull: kind === FULL_OUTPUT_KIND, bytes: payload }
  const value = readObject(kind, payload)
  switch (value.is) {
    case 'lend':
      return {
        is: 'lend',
        argv: readTexts(value.argv),
        cwd: readText(value.cwd),
        env: readVariables(value.env),
      }
    case 'suspend':
      return { is: 'suspend' }
    case 'leave':
      return { is: 'leave', lines: readTexts(value.lines), exitCode: readCount(value.exitCode, 255) }
    case 'detach':
      return { is: 'detach', lines: readTexts(value.lines) }
    case 'taken-over':
      return { is: 'taken-over' }
    case 'leaving':
      return { is: 'leaving' }
    case 'go':
      return { is: 'go', id: readText(value.id) }
    default:
      throw new WireFault('an unknown message')
  }
}

function readObject(kind: number, payload: Buffer): JsonObject {
  if (kind !== JSON_KIND) throw new WireFault('an unknown kind')
  let value: unknown
  try {
    value = JSON.parse(payload.toString('utf8'))
  } catch {
    throw new WireFault('no JSON')
  }
  if (!isObject(value)) throw new WireFault('no object')
  return value
}

function readHello(value: JsonObject): ToWorker {
  const { settings } = value
  if (settings !== undefined && !isSettings(settings)) throw new WireFault('no settings')
  return {
    is: 'hello',
    spoken: readCount(value.spoken, 1_000),
    size: readSize(value.size),
    cwd: readText(value.cwd),
    terminal: readVariables(value.terminal),
    settings,
  }
}

/** They come from the same program, which has read them: this only sees to it that they are what they claim to be. */
function isSettings(value: unknown): value is ChatSettings {
  if (!isObject(value)) return false
  const { cwd, directories, options, env, protocol, theme, lendsFiles, lendsTerminals } = value
  const hasLists = Array.isArray(directories) && Array.isArray(options) && isObject(env)
  const hasSwitches = typeof lendsFiles === 'boolean' && typeof lendsTerminals === 'boolean'
  const hasWords = typeof cwd === 'string' && (protocol === 1 || protocol === 2) && typeof theme === 'string'
  return hasLists && hasSwitches && hasWords
}

function readSize(value: unknown): Size {
  if (!isObject(value)) throw new WireFault('no size')
  return {
    columns: Math.max(1, readCount(value.columns, 10_000)),
    rows: Math.max(1, readCount(value.rows, 10_000)),
  }
}

function readCount(value: unknown, most: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > most)
    throw new WireFault('no number')
  return value
}

function readText(value: unknown): string {
  if (typeof value !== 'string') throw new WireFault('no text')
  return value
}

function readTexts(value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw new WireFault('no list')
  return value.map(readText)
}

function readVariables(value: unknown): Readonly<Record<string, string>> {
  if (!isObject(value)) throw new WireFault('no variables')
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, readText(text)]))
}
