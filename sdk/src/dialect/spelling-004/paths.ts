/** Paths and addresses as far as their text goes: relative ones are a thing of this spelling alone. */

const DRIVE = /^[A-Za-z]:[\\/]/

export function isAbsolute(path: string): boolean {
  return path.startsWith('/') || path.startsWith('\\\\') || DRIVE.test(path)
}

/** A relative path from a folder on; itself where it is absolute already, or where there is no folder to start from. */
export function resolvePath(path: unknown, folder: string | undefined): unknown {
  if (typeof path !== 'string' || path === '' || folder === undefined || isAbsolute(path)) return path
  const separator = folder.includes('\\') && !folder.startsWith('/') ? '\\' : '/'
  const parts: string[] = []
  for (const part of path.split(separator === '/' ? '/' : /[\\/]/)) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.length === 0 || parts.at(-1) === '..') parts.push('..')
    else parts.pop()
  }
  const base = folder.split(separator).filter((part, index) => part !== '' || index === 0)
  while (parts[0] === '..') {
    parts.shift()
    if (base.length > 1) base.pop()
  }
  const joined = [...base, ...parts].join(separator)
  return joined === '' ? separator : joined
}

/** The last part of an address or a path, for a name where none was given. */
export function baseName(address: string): string {
  const [plain = ''] = address.split(/[?#]/, 1)
  const last = plain.split(/[\\/]/).findLast(part => part !== '')
  return last ?? address
}
