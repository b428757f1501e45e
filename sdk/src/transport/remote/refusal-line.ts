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
  #line: Waiting[] = []
  #isMoving = false

  join(answer: () => void): void {
    this.#line.push({ answer, due: performance.now() + HOLD_MILLISECONDS })
    if (!this.#isMoving) this.#moveAfter(HOLD_MILLISECONDS)
  }

  #moveAfter(milliseconds: number): void {
    this.#isMoving = true
    setTimeout(() => this.#move(), milliseconds)
  }

  #move(): void {
    const now = performance.now()
    const few = this.#line.slice(0, Math.ceil(this.#line.length / ALONE_UP_TO))
    const ready = few.filter(({ due }) => due <= now)
    this.#line = this.#line.slice(ready.length)
    const [next] = this.#line
    this.#isMoving = false
    // Before anybody is answered: one whose answer fails must not keep the others here.
    if (next !== undefined) this.#moveAfter(Math.max(STEP_MILLISECONDS, next.due - now))
    for (const { answer } of ready) answer()
  }
}

// What it spares is the event loop, and of that there is one.
const line = new RefusalLine()

/** Answers somebody who does too much, in a while. */
export function answerInLine(answer: () => void): void {
  line.join(answer)
}
