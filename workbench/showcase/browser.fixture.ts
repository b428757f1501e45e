/** A browser on showcases: they are built as the page is, and a real Chromium draws them. */

import { type Browser, chromium, type Page } from 'playwright-core'
import { chromiumProgram } from './chromium.fixture.js'
import { findHouse, type ShowcaseHouse } from './shared-house.js'

export interface Look {
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly isDark?: boolean | undefined
}

interface Opened {
  readonly house: ShowcaseHouse
  readonly browser: Browser
}

let opening: Promise<Opened> | undefined

async function open(): Promise<Opened> {
  const [house, browser] = await Promise.all([
    findHouse(),
    chromium.launch(chromiumProgram()),
  ])
  return { house, browser }
}

/** A page on one picture of a showcase. `room/name` is its file. Close the page, and `closeShowcases` in the end. */
export async function showcase(name: string, picture: string, look: Look = {}): Promise<Page> {
  opening ??= open()
  const { browser } = await opening
  const { width = 1280, height = 800, isDark = false } = look
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme: isDark ? 'dark' : 'light',
  })
  await page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      violations.push(`${violatedDirective} ${blockedURI} ${sample}`)
    })
  })
  await turnTo(page, name, picture)
  return page
}

/** Another picture on the same page, with nothing left of the one before. */
export async function turnTo(page: Page, name: string, picture: string): Promise<void> {
  const { house } = await (opening ??= open())
  await page.goto(`${house.address}showcase/index.html?${name}&${encodeURIComponent(picture)}`)
  await page.waitForSelector('html[data-ready]')
}

/** What the page's policy forbade so far. */
export function violationsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as { violations: string[] }).violations)
}

export async function closeShowcases(): Promise<void> {
  const { house, browser } = (await opening) ?? {}
  opening = undefined
  house?.close()
  await browser?.close()
}
