import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { PLAYER, Served } from './served.fixture.js'
import { begin, hear, openPane, questions, say } from './talk.fixture.js'
import { closeBrowser, visit } from './visit.fixture.js'

afterAll(closeBrowser)

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface Found {
  readonly violations: readonly {
    readonly id: string
    readonly impact: string
    readonly nodes: readonly { readonly target: unknown; readonly failureSummary: string }[]
  }[]
}

/** What axe finds that is serious or worse, each with the first place. */
async function seriousFaults(page: Page): Promise<readonly string[]> {
  await page.addScriptTag({ path: AXE }).catch(() => {})
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as Found
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes: [first] }) => `${id}: ${JSON.stringify(first?.target)} ${first?.failureSummary}`)
}

test.each(['light', 'dark'])(
  'there is no serious fault for those who see or hear it otherwise: %s',
  { timeout: 120_000 },
  async theme => {
    await using served = await Served.start([PLAYER])
    const { page } = await visit(served, { isDark: theme === 'dark', bypassesPolicy: true })
    const found: Record<string, readonly string[]> = {}
    const look = async (name: string): Promise<void> => {
      const faults = await seriousFaults(page)
      if (faults.length > 0) found[name] = faults
    }
    await page.getByRole('heading', { name: /Work with an agent/ }).waitFor()
    await look('first run')
    await begin(page)
    await look('empty conversation')
    await say(page, 'change')
    await questions(page).locator('section.question').waitFor()
    await page.waitForTimeout(500)
    await look('permission')
    await questions(page)
      .getByRole('button', { name: /^Reject/ })
      .first()
      .click()
    await hear(page, /You said no/)
    await say(page, 'form')
    await questions(page).getByLabel(/Name/).waitFor()
    await look('form')
    await page.waitForTimeout(400)
    await questions(page)
      .getByRole('button', { name: /^(Decline|Cancel)/ })
      .first()
      .click()
    await say(page, 'plan')
    await hear(page, 'All steps are done.')
    for (const pane of ['Changes', 'Plan', 'Terminals', 'Files', 'Protocol']) {
      await openPane(page, pane)
      await page.waitForTimeout(700)
      await look(pane)
    }
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.waitForTimeout(300)
    await look('palette')
    expect(found).toEqual({})
  },
)
