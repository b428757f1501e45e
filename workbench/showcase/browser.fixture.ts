/** A browser on showcases: Vite serves the sources as they are, and a real Chromium draws them. */

import { type Browser, chromium, type Page } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'
import { chromiumProgram } from '../../scripts/browser/chromium.js'

export interface Look {
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly isDark?: boolean | undefined
}

interface Opened {
  readonly server: ViteDevServer
  readonly browser: Browser
}

let opening: Promise<Opened> | undefined

async function open(): Promise<Opened> {
  const made = await createServer({
    ...{ configFile: false, root: `${import.meta.dirname}/..`, logLevel: 'error' },
    server: { port: 0, host: '127.0.0.1', hmr: false, ws: false },
    // All that showcases need is found before the first is drawn: what is found later would make the page load anew.
    optimizeDeps: { entries: ['src/**/*.showcase.tsx', 'src/showcase/main.tsx'] },
    resolve: { conditions: ['module', 'browser', 'development', 'import', 'default'] },
    cacheDir: `${import.meta.dirname}/../../.build/vite-showcase`,
  })
  const [server, browser] = await Promise.all([
    made.listen(),
    chromiumProgram().then(program => chromium.launch(program)),
  ])
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
  const base = server.resolvedUrls?.local[0] ?? ''
  await page.goto(`${base}showcase/index.html?${name}&${encodeURIComponent(picture)}`)
  await page.waitForSelector('html[data-ready]')
  return page
}

export async function closeShowcases(): Promise<void> {
  const { server, browser } = (await opening) ?? {}
  opening = undefined
  await Promise.all([browser?.close(), server?.close()])
}
