/** Waiting that somebody may cut short. One wait at a time. */

export class HurriedWait {
  #end: () => void = () => {}

  wait(milliseconds: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, milliseconds)
      this.#end = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  hurry(): void {
    this.#end()
  }
}
