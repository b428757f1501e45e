/** The package `ws`, an optional peer of the library: loaded when the first socket is opened or served. */

/** Everything the package offers. */
export type WsPackage = typeof import('ws')

let loading: Promise<WsPackage> | undefined

/** The package, or an error that says what to install. */
export function loadWsPackage(): Promise<WsPackage> {
  loading ??= load()
  return loading
}

async function load(): Promise<WsPackage> {
  try {
    return await import('ws')
  } catch (error) {
    loading = undefined
    throw explain(error)
  }
}

/** What is missing, where it is only missing. */
export function explain(error: unknown): unknown {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
  if (!isMissing) return error
  return new Error('WebSockets in Node need the package ws: npm install it beside @parley/acp', {
    cause: error,
  })
}
