import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { expect, test } from 'vitest'
import { chromiumProgram } from '../showcase/chromium.fixture.js'

const MAIN = fileURLToPath(new URL('../../cli/dist/main.js', import.meta.url))

test('a browser that is sent to the file comes to the workbench, and is let in', {
  timeout: 60_000,
}, async () => {
  const home = mkdtempSync(join(tmpdir(), 'parley-way-in-'))
  const [program, seen] = [join(home, 'browser.sh'), join(home, 'seen')]
  writeFileSync(program, `#!/bin/sh\nprintf %s "$1" > "${seen}.new" && mv "${seen}.new" "${seen}"\n`)
  chmodSync(program, 0o700)
  const child = spawn(process.execPath, [MAIN, 'web', '--port', '0'], {
    ...{ cwd: home, stdio: ['ignore', 'ignore', 'inherit'] },
    env: { PATH: process.env.PATH, HOME: home, BROWSER: program },
  })
  const browser = await chromium.launch(chromiumProgram())
  try {
    await expect.poll(() => existsSync(seen), { timeout: 20_000 }).toBe(true)
    const page = await browser.newPage()
    await page.goto(readFileSync(seen, 'utf8'))
    await page.getByRole('heading', { name: /Work with an agent/ }).waitFor({ timeout: 20_000 })
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
    // Neither is in the history any more.
    await page.reload()
    await page.getByRole('heading', { name: /Work with an agent/ }).waitFor({ timeout: 20_000 })
  } finally {
    await browser.close()
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
    rmSync(home, { recursive: true, force: true, maxRetries: 60, retryDelay: 100 })
  }
})
