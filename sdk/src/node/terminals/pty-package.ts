/** The package that makes screens, an optional peer of the library: loaded when the first screen is asked for. */

/** Everything the package offers. */
export type PtyPackage = typeof import('@lydell/node-pty')

let loading: Promise<PtyPackage | undefined> | undefined

/** The package; nothing where it is not installed, or not made for this machine. */
export function loadPtyPackage(): Promise<PtyPackage | undefined> {
  loading ??= import('@lydell/node-pty').catch(() => undefined)
  return loading
}
