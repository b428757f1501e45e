/** Names that Windows takes for something else than the file they seem to name. Pure text: it is tested everywhere. */

const RESERVED =
  /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])$/i

/** Why a path of Windows is not taken as the name of a file; undefined when it is. */
export function flawOfWindowsPath(path: string): string | undefined {
  if (/^[\\/]{2}/.test(path)) return 'Paths of the network and of devices are not taken'
  if (!/^[a-z]:[\\/]/i.test(path)) return 'The path does not begin with a drive'
  for (const name of path.slice(3).split(/[\\/]/)) {
    const flaw = flawOfWindowsName(name)
    if (flaw !== undefined) return flaw
  }
  return undefined
}

/** Why one part of a path is not taken; `.` and `..` are, they are resolved like anywhere. */
export function flawOfWindowsName(name: string): string | undefined {
  if (name === '' || name === '.' || name === '..') return undefined
  if (name.includes(':')) return 'A colon would name a stream inside the file'
  if (/[<>"|?*\p{Cc}]/u.test(name)) return 'The path has a character that no file name may have'
  if (/[. ]$/.test(name)) return 'A dot or a space at the end of a name is dropped by the system'
  // The system looks only at what stands before the first dot, without spaces at its end.
  const [stem = ''] = name.split('.')
  return RESERVED.test(stem.trimEnd()) ? 'The name belongs to a device' : undefined
}
