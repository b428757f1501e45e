/** Paths as they are shown and sent: those in the folder of the session without it. */

/** Under the folder without it, else whole. */
export function relativePath(path: string, folder: string): string {
  const start = /[/\\]$/.test(folder) ? folder : `${folder}${folder.includes('\\') ? '\\' : '/'}`
  return path.startsWith(start) && path.length > start.length ? path.slice(start.length) : path
}

export function toFileUri(path: string): string {
  const parts = path.replaceAll('\\', '/').split('/').map(encodeURIComponent)
  const encoded = parts.join('/').replace(/^([A-Za-z])%3A/, '/$1:')
  return `file://${encoded.startsWith('/') ? '' : '/'}${encoded}`
}
