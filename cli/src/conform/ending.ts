/** How the command ends: with 0 only where all was played, all was written, and nothing is broken that was not expected. */

import { type Comparison, type Report, troublesOf } from '@parley/conformance'
import { EXIT, type ExitCode } from '../exit-code.js'

/** What was not played has not been proved, whatever came of the rest. */
export function toExit(report: Report, comparison: Comparison, isWritten: boolean): ExitCode {
  if (report.isInterrupted === true) return EXIT.cancelled
  if (report.obstacle !== undefined) return EXIT.agentFailed
  const { unexpected, mended, strange } = comparison
  const flaws = [...unexpected, ...mended, ...strange, ...troublesOf(report)]
  return flaws.length === 0 && isWritten ? EXIT.ok : EXIT.error
}
