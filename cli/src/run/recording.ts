/** The one place where a run meets what is kept of conversations. */

import type { RecordedSession, Recorder } from '../record/record.js'
import type { Shell } from '../shell.js'

export async function openRecording(_session: RecordedSession, _shell: Shell): Promise<Recorder | undefined> {
  return undefined
}

/** The conversation of that name or id; without one, the last one of this agent here. */
export async function findRecorded(
  _wanted: { readonly agent: string; readonly cwd: string; readonly name?: string | undefined },
  _shell: Shell,
): Promise<RecordedSession | undefined> {
  return undefined
}
