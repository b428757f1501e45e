/**
 * Where those wait for their answer who do too much: who comes again with every answer would else come as often as we can
 * answer. They stand in one line and are let go a few at a time, so that those who came together do not come again together.
 */

const HOLD_MILLISECONDS = 200
const STEP_MILLISECONDS = 5
// The longer the line, the more at once: a line ten times as long takes only some times as long.
const ALONE_UP_TO = 400

interface Waiting {
  readonly answer: () => void
  readonly due: number
}

class RefusalLine {
  /** The one who has waited longest first. */
  readonly #line = new Set<Waiting>()
  #isMoving = false

  join(answer: () => void): () => void {
    const waiting = { answer, due: performance.now() + HOLD_MILLISECONDS }
    this.#line.add(waiting)
    if (!this.#isMoving) this.#moveAfter(HOLD_MILLISECONDS)
    return () => void this.#line.delete(waiting)
  }

  #moveAfter(milliseconds: number): void {
    this.#isMoving = true
    setTimeout(() => this.#move(), milliseconds)
  }

  #move(): void {
    const now = performance.now()
    const few = Math.ceil(this.#line.size / ALONE_UP_TO)
    const ready: Waiting[] = []
    for (const waiting of this.#line) {
      if (ready.length === few || waiting.due > now) break
      ready.push(waiting)
      this.#line.delete(waiting)
    }
    const [next] = this.#line
    this.#isMoving = false
    // Before anybody is answered: one whose answer fails must not keep the others here.
    if (next !== undefined) this.#moveAfter(Math.max(STEP_MILLISECONDS, next.due - now))
    for (const { answer } of ready) answer()
  }
}

// What it spares is the event loop, and of that there is one.
const line = new RefusalLine()

/** Answers somebody who does too much, in a while. What is returned is for when they have left: whoever still waits comes sooner. */
export function answerInLine(answer: () => void): () => void {
  return line.join(answer)
}
