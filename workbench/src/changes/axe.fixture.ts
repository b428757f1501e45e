/** What axe finds on a page that somebody could not see, read or reach. */

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

export async function seriousFindings(page: Page): Promise<readonly string[]> {
  // Not as a script of the page: its policy lets none in.
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
  const { violations } = await page.evaluate<AxeResults>('axe.run(document.getElementById("workbench"))')
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
}
