/** `node workbench/showcase/look.mjs ROOM/NAME PICTURE out.png [WIDTH HEIGHT] [dark]`: a screenshot of a showcase. */
import { createServer } from 'vite'

process.env.CHROME ??= '/usr/bin/chromium'
const [name, picture, file, ...rest] = process.argv.slice(2)
const [width, height] = rest.filter(word => /^\d+$/.test(word)).map(Number)
const vite = await createServer({
  configFile: false,
  logLevel: 'error',
  server: { middlewareMode: true, hmr: false, ws: false },
  appType: 'custom',
})
const { showcase, closeShowcases } = await vite.ssrLoadModule(`${import.meta.dirname}/browser.fixture.ts`)
const page = await showcase(name, picture, { width, height, isDark: rest.includes('dark') })
page.on('console', message => console.log(message.text()))
await page.waitForTimeout(400)
await page.screenshot({ path: file })
await closeShowcases()
await vite.close()
