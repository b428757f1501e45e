/** The MCP client, an optional peer of the library: loaded when the first server is, because loading it takes a while. */

/** Everything the package offers. */
export type ClientPackage = typeof import('@modelcontextprotocol/client')

let loading: Promise<ClientPackage> | undefined

/** The package, or an error that says what to install. */
export function loadClientPackage(): Promise<ClientPackage> {
  loading ??= load()
  return loading
}

async function load(): Promise<ClientPackage> {
  try {
    return await import('@modelcontextprotocol/client')
  } catch (error) {
    loading = undefined
    throw explain(error)
  }
}

/** What is missing, where it is only missing. */
export function explain(error: unknown): unknown {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
  if (!isMissing) return error
  return new Error(
    'MCP servers need the package @modelcontextprotocol/client: npm install it beside @parley/acp',
    {
      cause: error,
    },
  )
}
