/** Addresses of machines as numbers, never as the beginning of a text: `127.evil.example` is no address at all. */

import { isIPv4, isIPv6 } from 'node:net'

/** Four or sixteen bytes; nothing for what is no address. One of version 4 inside one of version 6 is the former. */
export function parseAddress(text: string): Uint8Array | undefined {
  if (isIPv4(text)) return Uint8Array.from(text.split('.'), Number)
  // A zone says which cable an address is valid on; none that we decide about has one.
  if (!isIPv6(text) || text.includes('%')) return undefined
  const bytes = toSixteen(text)
  const isMapped = bytes.subarray(0, 10).every(byte => byte === 0) && bytes[10] === 255 && bytes[11] === 255
  return isMapped ? bytes.subarray(12) : bytes
}

/** Whether only this machine can reach it, or came from it. In doubt not. */
export function isLoopback(address: string | undefined): boolean {
  const bytes = address === undefined ? undefined : parseAddress(address)
  if (bytes === undefined) return false
  if (bytes.length === 4) return bytes[0] === 127
  return bytes.every((byte, index) => byte === (index === 15 ? 1 : 0))
}

/** One spelling for each address; nothing for what is none. */
export function toPlainAddress(text: string): string | undefined {
  // Of version 4 no other spelling is an address here.
  if (isIPv4(text)) return text
  const bytes = parseAddress(text)
  return bytes === undefined ? undefined : spell(bytes)
}

/**
 * Whoever is counted as one: an address of version 4, or the network that one customer of version 6 has for himself. Of this
 * machine every program may use 16 million addresses of version 4.
 */
export function toNeighbourhood(address: string | undefined): string {
  const bytes = address === undefined ? undefined : parseAddress(address)
  if (bytes === undefined) return 'unknown'
  if (bytes.length === 4) return bytes[0] === 127 ? '127.0.0.0/8' : spell(bytes)
  return `${spell(bytes.subarray(0, 8))}/64`
}

function spell(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.')
  const groups: string[] = []
  for (let index = 0; index < bytes.length; index += 2)
    groups.push((((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0)).toString(16))
  return groups.join(':')
}

/** Of text that is an address of version 6 for sure. */
function toSixteen(text: string): Uint8Array {
  const [head = '', tail] = text.split('::')
  const front = toBytes(head)
  const back = tail === undefined ? [] : toBytes(tail)
  const bytes = new Uint8Array(16)
  bytes.set(front)
  bytes.set(back, 16 - back.length)
  return bytes
}

function toBytes(groups: string): readonly number[] {
  if (groups === '') return []
  return groups.split(':').flatMap(group => {
    if (group.includes('.')) return group.split('.').map(Number)
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 255]
  })
}
