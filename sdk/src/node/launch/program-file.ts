/** What the first bytes of a program tell: which interpreter a script wants, and for which machine a binary was made. */

const HEAD_BYTES = 4_096

/** Who runs a script: a program by its place, or one that `env` looks for on PATH. */
export interface Interpreter {
  readonly name: string
  readonly isOnPath: boolean
}

export async function headOf(file: string): Promise<Uint8Array> {
  const handle = await process.getBuiltinModule('node:fs/promises').open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** The interpreter that the first line names. One with a carriage return behind its name is the mark of Windows lines. */
export function interpreterOf(head: Uint8Array): Interpreter | undefined {
  const text = latin(head.subarray(0, 512))
  if (!text.startsWith('#!')) return undefined
  const words = (text.slice(2).split('\n')[0] ?? '').split(/[ \t]+/).filter(word => word !== '')
  const [name, ...rest] = words
  if (name === undefined) return undefined
  if (!name.endsWith('/env')) return { name, isOnPath: false }
  const wanted = rest.find(word => !word.startsWith('-') && !word.includes('='))
  return wanted === undefined ? { name, isOnPath: false } : { name: wanted, isOnPath: true }
}

/** For which other system a binary was made; nothing for one of this system, and for what is no binary. */
export function foreignSystem(
  head: Uint8Array,
  here: { platform: string; arch: string },
): string | undefined {
  const magic = latin(head.subarray(0, 4))
  const system = systemOf(magic)
  if (system === undefined) return undefined
  if (system !== here.platform) return SYSTEMS[system]
  if (system !== 'linux') return undefined
  const machine = machineOf(head)
  if (machine === undefined || machine === here.arch || SMALLER[here.arch] === machine) return undefined
  return `Linux on ${machine}`
}

/** The loader that a Linux binary asks for: where it is missing, the kernel says that the program itself is. */
export function loaderOf(head: Uint8Array): string | undefined {
  if (latin(head.subarray(0, 4)) !== ELF || head[4] !== 2 || head[5] !== 1 || head.length < 64)
    return undefined
  const view = new DataView(head.buffer, head.byteOffset, head.length)
  const table = Number(view.getBigUint64(32, true))
  const [size, count] = [view.getUint16(54, true), view.getUint16(56, true)]
  for (let index = 0; index < count; index++) {
    const at = table + index * size
    if (at + 56 > head.length) return undefined
    if (view.getUint32(at, true) !== LOADER_ENTRY) continue
    const start = Number(view.getBigUint64(at + 8, true))
    const length = Number(view.getBigUint64(at + 32, true))
    return start + length > head.length ? undefined : latin(head.subarray(start, start + length - 1))
  }
  return undefined
}

const ELF = '\x7fELF'
const LOADER_ENTRY = 3
const SYSTEMS: Readonly<Record<string, string>> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' }
const MACHINES: Readonly<Record<number, string>> = { 3: 'ia32', 40: 'arm', 62: 'x64', 183: 'arm64' }
// What the wider machine runs as well.
const SMALLER: Readonly<Record<string, string>> = { x64: 'ia32', arm64: 'arm' }

function systemOf(magic: string): 'linux' | 'darwin' | 'win32' | undefined {
  if (magic === ELF) return 'linux'
  if (['\xcf\xfa\xed\xfe', '\xca\xfe\xba\xbe', '\xce\xfa\xed\xfe'].includes(magic)) return 'darwin'
  return magic.startsWith('MZ') ? 'win32' : undefined
}

function machineOf(head: Uint8Array): string | undefined {
  const [low = 0, high = 0] = head[5] === 1 ? [head[18], head[19]] : [head[19], head[18]]
  return MACHINES[low + 256 * high]
}

function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}
