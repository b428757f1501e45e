import { afterAll, expect, test } from 'vitest'
import { seriousFindings } from '../showcase/axe.fixture.js'
import { untilStill } from '../showcase/stillness.fixture.js'
import { PLAYER, Served } from './served.fixture.js'
import { begin, hear, letRead, openPane, questions, say } from './talk.fixture.js'
import { closeBrowser, visit } from './visit.fixture.js'

afterAll(closeBrowser)

test.each(['light', 'dark'])(
  'there is no serious fault for those who see or hear it otherwise: %s',
  { timeout: 120_000 },
  async theme => {
    await using served = await Served.start([PLAYER])
    const { page } = await visit(served, { isDark: theme === 'dark' })
    const found: Record<string, readonly string[]> = {}
    const look = async (name: string): Promise<void> => {
      await untilStill(page)
      const faults = await seriousFindings(page)
      if (faults.length > 0) found[name] = faults
    }
    await page.getByRole('heading', { name: /Work with an agent/ }).waitFor()
    await look('first run')
    await begin(page)
    await look('empty conversation')
    await say(page, 'change')
    await questions(page).locator('section.question').waitFor()
    await look('permission')
    await letRead(page)
    await questions(page)
      .getByRole('button', { name: /^Reject/ })
      .first()
      .click()
    await hear(page, /You said no/)
    await say(page, 'form')
    await questions(page).getByLabel(/Name/).waitFor()
    await look('form')
    await letRead(page)
    await questions(page)
      .getByRole('button', { name: /^(Decline|Cancel)/ })
      .first()
      .click()
    await say(page, 'plan')
    await hear(page, 'All steps are done.')
    for (const pane of ['Changes', 'Plan', 'Terminals', 'Files', 'Protocol']) {
      await openPane(page, pane)
      await look(pane)
    }
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await look('palette')
    expect(found).toEqual({})
  },
)
