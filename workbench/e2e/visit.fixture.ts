/** A browser that visits the workbench: what the page did wrong is written down, and what it looked like is kept. */

import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromiumProgram } from '../showcase/chromium.fixture.js'
import type { Served } from './served.fixture.js'

const SHOTS = fileURLToPath(new URL('../../.build/e2e/', import.meta.url))

export interface Look {
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly isDark?: boolean | undefined
  /** As most people see it: what moves, moves. */
  readonly isMoving?: boolean | undefined
  /** Done before the page is opened. */
  readonly prepare?: ((context: BrowserContext) => Promise<unknown>) | undefined
}

export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors of the console, violations of the policy, requests to elsewhere, dialogs: there should be none. */
  readonly faults: string[]
  /** Keeps what it looks like now. */
  shot(name: string): Promise<void>
}

let opening: Promise<Browser> | undefined

export async function closeBrowser(): Promise<void> {
  const browser = await opening
  opening = undefined
  await browser?.close()
}

/** Opens the workbench by a fresh link, as somebody who has never been there. */
export async function visit(served: Served, look: Look = {}): Promise<Visit> {
  opening ??= chromium.launch(chromiumProgram())
  const { width = 1280, height = 800, isDark = false, isMoving = false } = look
  const context = await (await opening).newContext({
    viewport: { width, height },
    colorScheme: isDark ? 'dark' : 'light',
    reducedMotion: isMoving ? 'no-preference' : 'reduce',
    hasTouch: width < 500,
    acceptDownloads: true,
  })
  served.guests.push(context)
  await look.prepare?.(context)
  return await openPage(context, served, await served.link())
}

/** One more tab of the same browser. */
export async function openPage(context: BrowserContext, served: Served, address: string): Promise<Visit> {
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', error => faults.push(`error: ${error.message}`))
  page.on('dialog', dialog => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', request => {
    const url = request.url()
    if (!url.startsWith(served.url) && !/^(?:data|blob):/.test(url)) faults.push(`request: ${url}`)
  })
  page.on('console', message => {
    // What is refused by the policy is said here, too. A network that is gone is no fault of the page.
    if (message.type() === 'error' && !/ERR_CONNECTION|WebSocket connection/.test(message.text()))
      faults.push(`console: ${message.text()}`)
  })
  const shot = async (name: string): Promise<void> => {
    mkdirSync(SHOTS, { recursive: true })
    await page.screenshot({ path: `${SHOTS}${name}.png` })
  }
  await page.goto(address)
  return { page, context, faults, shot }
}
