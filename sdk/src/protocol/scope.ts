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

/** By method of a request, the parameter in which it names another request by its id. */
export const idParameters = { 'elicitation/create': 'requestId' } as const

/** Whether this is how a connection begins: nothing is said before it. */
export function opensConnection(method: string): boolean {
  return method === 'initialize'
}

/**
 * Whether what it asks for can be answered only outside the session that it names or makes: over HTTP nobody may be
 * listening there yet. What else names a session is answered in it, as others answer it.
 */
export function isAnsweredOutside(method: string): boolean {
  return method === 'session/new' || method === 'session/load' || method === 'session/list'
}

/** Whether whoever asks for it wants to hear the session that it names from now on. */
export function entersSession(method: string): boolean {
  return method === 'session/load' || method === 'session/resume'
}

/** Whether it must not be carried out twice, and is therefore given a name by whoever may have to send it again. */
export function isPrompt(method: string): boolean {
  return method === 'session/prompt'
}

/** Whether it makes a conversation: asked twice, it makes two. */
function makesSession(method: string): boolean {
  return method === 'session/new' || method === 'session/fork'
}

/** Whether it may be asked again when nobody knows what became of it: nothing is known of what extensions do. */
export function isRepeatable(method: string): boolean {
  return !method.startsWith('_') && !makesSession(method)
}
