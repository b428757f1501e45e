/** The two shapes of `initialize`, and what of the later one an agent of the earlier version can understand. */

type Fields = Readonly<Record<string, unknown>>

/** Version 2 params as version 1 reads them: no files and no terminals, because version 2 has no word for them. */
export function toVersion1(params: Fields): Fields {
  const capabilities = fields(params.capabilities)
  const translated = {
    fs: { readTextFile: false, writeTextFile: false },
    terminal: false,
    session: { configOptions: { boolean: {} } },
    plan: {},
    auth: { terminal: isSet(fields(capabilities.auth).terminal) },
    ...pick(capabilities, 'elicitation'),
    ...pick(capabilities, '_meta'),
  }
  return {
    ...params,
    // Whoever sent both shapes meant the earlier one for us.
    clientCapabilities: params.clientCapabilities ?? translated,
    ...(params.clientInfo === undefined && isSet(params.info) ? { clientInfo: params.info } : {}),
  }
}

/** Params of a version not known yet, with what version 2 cannot do without. */
export function withUnknownInfo(params: Fields): Fields {
  const { name, version } = fields(params.info)
  const isInfo = typeof name === 'string' && typeof version === 'string'
  const capabilities =
    isSet(params.capabilities) && typeof params.capabilities === 'object' ? params.capabilities : {}
  return { ...params, capabilities, info: isInfo ? params.info : { name: 'unknown', version: 'unknown' } }
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null
}

function pick(from: Fields, key: string): Fields {
  return isSet(from[key]) ? { [key]: from[key] } : {}
}
