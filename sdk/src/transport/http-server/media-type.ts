/** The two media types that an endpoint takes, as headers spell them. */

/** Whether a body of this type is JSON in UTF-8. */
export function isJson(contentType: string | undefined): boolean {
  // As nearly everybody spells it.
  if (contentType === 'application/json') return true
  const [type, ...parameters] = parts(contentType, ';')
  return type === 'application/json' && parameters.every(isUtf8)
}

function isUtf8(parameter: string): boolean {
  return !parameter.startsWith('charset=') || /^charset="?utf-?8"?$/.test(parameter)
}

/** Whether a client says by name that it takes an event stream. */
export function takesEvents(accept: string | undefined): boolean {
  return parts(accept, ',').some(range => {
    const [type, ...parameters] = parts(range, ';')
    return type === 'text/event-stream' && !parameters.some(parameter => /^q=0(?:\.0*)?$/.test(parameter))
  })
}

function parts(text: string | undefined, separator: string): readonly string[] {
  return (text ?? '').split(separator).map(part => part.trim().toLowerCase())
}
