/** Packages that are optional peers of the library: loaded when they are first needed, and named where they are missing. */

/** How a package is loaded: once, unless that failed. The error says what to install, and `purpose` what for. */
export function optionalPackage<Package>(
  load: () => Promise<Package>,
  purpose: string,
): () => Promise<Package> {
  let loading: Promise<Package> | undefined
  const begin = async (): Promise<Package> => {
    try {
      return await load()
    } catch (error) {
      loading = undefined
      throw explainMissing(error, purpose)
    }
  }
  return () => {
    loading ??= begin()
    return loading
  }
}

/** What is missing, where it is only missing. */
function explainMissing(error: unknown, purpose: string): unknown {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
  if (!isMissing) return error
  return new Error(`${purpose}: npm install it beside @parley/acp`, { cause: error })
}
