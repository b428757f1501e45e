/** Waits for what a page does by itself, by its own pictures and its own clock: a slow machine only makes it longer. */

import type { Page } from 'playwright-core'

const STILL_FRAMES = 8

/** Until nothing is being loaded, nothing moves, and nothing has changed for a few pictures. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(
    frames =>
      new Promise<void>(resolve => {
        let still = 0
        const observer = new MutationObserver(() => {
          still = 0
        })
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
        const isMoving = (): boolean =>
          document
            .getAnimations()
            .some(each => each.playState === 'running' && each.effect?.getTiming().iterations !== Infinity)
        const look = (): void => {
          const isLoading = document.querySelector('[data-status="loading"]') !== null
          still = isLoading || isMoving() ? 0 : still + 1
          if (still < frames) return void requestAnimationFrame(look)
          observer.disconnect()
          resolve()
        }
        look()
      }),
    STILL_FRAMES,
  )
}

/** Until so much time has passed for the page. */
export async function untilLater(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate(
    time =>
      new Promise<void>(resolve => {
        const until = performance.now() + time
        const look = (): void => {
          if (performance.now() >= until) resolve()
          else requestAnimationFrame(look)
        }
        look()
      }),
    milliseconds,
  )
}
