/** Answers of a model's server, cut off where they grow past what any model says. Counts what is read, unpacked. */

export interface AnswerBounds {
  /** Bytes without the end of a line: what reads the answer keeps them all until it comes. */
  readonly lineBytes: number
  readonly answerBytes: number
}

const MEBIBYTE = 1_024 * 1_024
const BOUNDS: AnswerBounds = { lineBytes: 8 * MEBIBYTE, answerBytes: 64 * MEBIBYTE }
const LINE_END = 0x0a

/**
 * The same answer; reading it fails at the byte that is too much, and the connection is closed. So it does when it is called off:
 * the signal that `fetch` was given may be lost to the collector once the answer has begun.
 */
export function boundAnswer(
  answer: Response,
  signal: AbortSignal | null | undefined,
  bounds: AnswerBounds = BOUNDS,
): Response {
  const { body, status, statusText, headers } = answer
  if (body === null) return answer
  const bounded = body.pipeThrough(toCounter(bounds), signal ? { signal } : {})
  return new Response(bounded, { status, statusText, headers })
}

function toCounter({ lineBytes, answerBytes }: AnswerBounds): TransformStream<Uint8Array, Uint8Array> {
  let inLine = 0
  let inAll = 0
  return new TransformStream({
    transform(piece, controller) {
      const last = piece.lastIndexOf(LINE_END)
      const first = last < 0 ? piece.length : piece.indexOf(LINE_END)
      const longest = Math.max(inLine + first, last < 0 ? 0 : piece.length - last - 1)
      inLine = last < 0 ? inLine + piece.length : piece.length - last - 1
      inAll += piece.length
      if (longest > lineBytes) throw tooMuch(lineBytes, ' without the end of a line')
      if (inAll > answerBytes) throw tooMuch(answerBytes, ' in one answer')
      controller.enqueue(piece)
    },
  })
}

const tooMuch = (bytes: number, where: string): Error =>
  new Error(
    `More than ${bytes / MEBIBYTE} MiB came${where}, which no model needs, so the connection was closed. Check what stands behind the address.`,
  )
