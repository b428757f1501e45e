/**
 * A recording as one page of HTML that opens offline: its timeline, each message, what was found. Nothing is loaded, and
 * no text of the recording is ever markup or script.
 */

import type { Recording } from './recording.js'

/** What the page is called. */
export interface PageOptions {
  readonly title: string
}

/** The whole page. */
export async function toPage(recording: Recording, options: PageOptions): Promise<string> {
  throw new Error(`not built yet: ${recording.entries.length} ${options.title}`)
}
