/** Which framing a pipe speaks, by name. */

import type { Channel } from '../jsonrpc/index.js'
// Not by the door: behind it are the servers, which no agent on stdio has to load.
import { contentLength, detected, type FramedOptions, lines } from '../transport/framed-channel.js'
import type { ByteStream } from '../transport/index.js'

/** How messages are told apart on a pipe. */
export type Framing = 'lines' | 'content-length' | 'detect'

export function framed(
  stream: ByteStream,
  options: FramedOptions & { readonly framing?: Framing | undefined },
): Channel {
  if (options.framing === 'lines') return lines(stream, options)
  if (options.framing === 'content-length') return contentLength(stream, options)
  return detected(stream, options)
}
