/** A browser on showcases: Vite serves the sources as they are, and a real Chromium draws them. */

import { type Browser, chromium, type Page } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'
import { chromiumProgram } from './chromium.fixture.js'

export interface Look {
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly isDark?: boolean | undefined
}

interface Opened {
  readonly server: ViteDevServer
  readonly browser: Browser
}

// As the gateway sends it: what a showcase may do, the page may.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"

let opening: Promise<Opened> | undefined

async function open(): Promise<Opened> {
  // React as it is in the page that is built: what it checks while somebody develops makes it many times slower.
  process.env.NODE_ENV = 'production'
  const made = await createServer({
    ...{ configFile: false, mode: 'production', root: `${import.meta.dirname}/..`, logLevel: 'error' },
    server: {
      port: 0,
      host: '127.0.0.1',
      hmr: false,
      ws: false,
      headers: { 'content-security-policy': POLICY },
    },
    // All that showcases need is found before the first is drawn: what is found later would make the page load anew.
    optimizeDeps: { entries: ['src/**/*.showcase.tsx', 'src/showcase/main.tsx'] },
    resolve: { conditions: ['module', 'browser', 'production', 'import', 'default'] },
    cacheDir: `${import.meta.dirname}/../../.build/vite-showcase`,
  })
  const [server, browser] = await Promise.all([made.listen(), chromium.launch(chromiumProgram())])
  return { server, browser }
}

/** A page on one picture of a showcase. `room/name` is its file. Close the page, and `closeShowcases` in the end. */
export async function showcase(name: string, picture: string, look: Look = {}): Promise<Page> {
  opening ??= open()
  const { server, browser } = await opening
  const { width = 1280, height = 800, isDark = false } = look
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme: isDark ? 'dark' : 'light',
  })
  await page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      // Vite's own client looks for its server; there is none in the page that is built.
      if (!/^wss?:/.test(blockedURI)) violations.push(`${violatedDirective} ${blockedURI} ${sample}`)
    })
  })
  const base = server.resolvedUrls?.local[0] ?? ''
  await page.goto(`${base}showcase/index.html?${name}&${encodeURIComponent(picture)}`)
  await page.waitForSelector('html[data-ready]')
  return page
}

/** What the page's policy forbade so far. */
export function violationsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as { violations: string[] }).violations)
}

export async function closeShowcases(): Promise<void> {
  const { server, browser } = (await opening) ?? {}
  opening = undefined
  await Promise.all([browser?.close(), server?.close()])
}
