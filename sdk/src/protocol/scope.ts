/** Which conversation a message belongs to, read off its params without knowing its method. */

/** The session named in some params, if they name one. */
export function sessionOf(params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null || !('sessionId' in params)) return undefined
  const { sessionId } = params
  return typeof sessionId === 'string' ? sessionId : undefined
}

/**
 * Where a notification keeps its place. What belongs to no session keeps one too: a lane is what bounds handlers that
 * take their time. A cancel keeps none: it must not wait for what it is to call off.
 */
export function laneOf(method: string, params: unknown): string | undefined {
  return method === 'session/cancel' ? undefined : (sessionOf(params) ?? '')
}
