/** A recording as a regression test: one's own agent, or client, against the other side as it was recorded. */

import type { Entry } from '../inspect/index.js'
import type { Channel } from '../jsonrpc/index.js'
import { memoryPair } from '../transport/index.js'
import { type Playback, type PlaybackOptions, playRecording } from './playback.js'

/** Whom to test against the recording: exactly one of both. */
export type TranscriptSubject =
  | {
      /** Serves the channel: the recorded client speaks to it. */
      readonly agent: (channel: Channel) => unknown
    }
  | {
      /** Speaks on the channel to the recorded agent; what it resolves to is over. */
      readonly client: (channel: Channel) => Promise<unknown>
    }

/** Runs one's agent or client against the recorded other side, and says how the talk differs from the recording. */
export async function replayTranscript(
  recording: { readonly entries: readonly Entry[] },
  subject: TranscriptSubject,
  options: Omit<PlaybackOptions, 'as'> = {},
): Promise<Playback> {
  const [here, there] = memoryPair()
  if ('agent' in subject) {
    const playing = playRecording(here, recording.entries, { ...options, as: 'client' })
    await Promise.all([subject.agent(there), playing])
    return playing
  }
  const playing = playRecording(here, recording.entries, { ...options, as: 'agent' })
  try {
    await subject.client(there)
  } finally {
    await there.close()
  }
  return playing
}
