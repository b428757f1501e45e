/** A browser on showcases: they are built as the page is, and a real Chromium draws them. */

import { type Browser, chromium, type Page } from 'playwright-core'
import { chromiumProgram } from './chromium.fixture.js'
import { findHouse, type ShowcaseHouse } from './shared-house.js'

export interface Look {
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly isDark?: boolean | undefined
  /** As most people see it: what moves, moves. */
  readonly isMoving?: boolean | undefined
  /** Nobody else gets the page: what is done to it outlasts what it shows. */
  readonly isAlone?: boolean | undefined
}

interface PageLook {
  readonly width: number
  readonly height: number
  readonly isDark: boolean
  readonly isMoving: boolean
}

interface Opened {
  readonly house: ShowcaseHouse
  readonly browser: Browser
}

let opening: Promise<Opened> | undefined

async function open(): Promise<Opened> {
  const [house, browser] = await Promise.all([findHouse(), chromium.launch(chromiumProgram())])
  return { house, browser }
}

/** Pages that were left, by their looks. To begin a page takes longer than all that most tests do with it. */
const left = new Map<string, Page[]>()
const looks = new WeakMap<Page, string>()

/** A page on one picture of a showcase. `room/name` is its file. `leave` it, and `closeShowcases` in the end. */
export async function showcase(name: string, picture: string, look: Look = {}): Promise<Page> {
  const { width = 1280, height = 800, isDark = false, isMoving = false, isAlone = false } = look
  const pageLook = { width, height, isDark, isMoving }
  const key = JSON.stringify(pageLook)
  const page = (isAlone ? undefined : left.get(key)?.pop()) ?? (await beginPage(pageLook))
  if (!isAlone) looks.set(page, key)
  await turnTo(page, name, picture)
  return page
}

/** For another picture. */
export async function leave(page: Page): Promise<void> {
  const key = looks.get(page)
  if (key === undefined) return page.close()
  await page.mouse.move(-1, -1)
  left.set(key, [...(left.get(key) ?? []), page])
}

async function beginPage({ width, height, isDark, isMoving }: PageLook): Promise<Page> {
  opening ??= open()
  const { browser } = await opening
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme: isDark ? 'dark' : 'light',
    // What goes round and round is drawn sixty times a second, by processors that others wait for.
    reducedMotion: isMoving ? 'no-preference' : 'reduce',
  })
  await page.addInitScript(name => {
    // Whatever was kept in an earlier visit goes, also what was written down while that was left: that comes before this. The
    // address tells a visit from its reload, which finds all again. (A name of the window does not: set as the page begins, it
    // may be the old one again after a reload.)
    const visit = location.search.split('&')[2]
    if (visit !== undefined && localStorage.getItem(name) !== visit) {
      for (const kept of [localStorage, sessionStorage]) kept.clear()
      localStorage.setItem(name, visit)
    }
    const violations: string[] = []
    Object.assign(window, { violations })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      violations.push(`${violatedDirective} ${blockedURI} ${sample}`)
    })
  }, 'showcase.visit')
  return page
}

let visits = 0

/** Another picture on the same page, with nothing left of the one before. */
export async function turnTo(page: Page, name: string, picture: string): Promise<void> {
  opening ??= open()
  const { house } = await opening
  await page.goto(`${house.address}showcase/index.html?${name}&${encodeURIComponent(picture)}&${++visits}`)
  await page.waitForSelector('html[data-ready]')
}

/** What the page's policy forbade so far. */
export function violationsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as { violations: string[] }).violations)
}

export async function closeShowcases(): Promise<void> {
  const { house, browser } = (await opening) ?? {}
  opening = undefined
  left.clear()
  house?.close()
  await browser?.close()
}
