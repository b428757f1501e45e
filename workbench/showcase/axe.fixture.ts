/** What axe finds on a page that somebody could not see, read or reach: what is serious or worse, each with its first place. */

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const program = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Looks at all of it, or only at what this selects. */
export async function seriousFindings(page: Page, within = 'html'): Promise<readonly string[]> {
  // Not as a script of the page: its policy lets none in.
  await page.evaluate(await program)
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document.querySelector(${JSON.stringify(within)}), { resultTypes: ['violations'] })`,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes: [first] }) => `${id}: ${first?.html} ${first?.failureSummary}`)
}
