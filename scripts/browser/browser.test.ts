import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { findChromium } from './chromium.js'

const isThere = findChromium() !== undefined

test.skipIf(!isThere)(
  `a page in a browser comes to a gateway, and one of another origin does not${isThere ? '' : ' (there is no Chromium here)'}`,
  { timeout: 130_000 },
  () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/dist/browser.js'], {
      ...{ encoding: 'utf8', timeout: 125_000 },
    })
    expect(stdout + stderr).toContain('all as it should be')
    expect(stdout).toContain('caught (socket ')
    expect(status).toBe(0)
  },
)
