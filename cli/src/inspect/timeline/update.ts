/** What becomes of the timeline when a key is pressed or rows come. Pure: what has to be done is returned. */

import type { Input } from '../../chat/screen/input.js'
import { wordOf } from '../../chat/screen/key-name.js'
import { rowKeys } from './keys.js'
import { type Step, shownCount, type Timeline, type TimelineEvent } from './model.js'
import { paneKey } from './panes.js'
import { promptInput } from './prompt.js'
import { grow } from './selection.js'

export function update(timeline: Timeline, event: TimelineEvent): Step {
  switch (event.is) {
    case 'rows':
      return still(settled(grow(timeline, event.count)))
    case 'height':
      return still(settled({ ...timeline, height: Math.max(1, event.rows) }))
    case 'ended':
      return still({ ...timeline, isLive: false, notice: event.notice ?? timeline.notice })
    case 'entry': {
      const { pane } = timeline
      if (pane?.is !== 'detail' || pane.row !== event.row) return still(timeline)
      return still({ ...timeline, pane: { ...pane, entry: event.entry ?? 'gone' } })
    }
    case 'input': {
      const step = hear({ ...timeline, notice: undefined }, event.input)
      return { ...step, timeline: settled(step.timeline) }
    }
  }
}

function hear(timeline: Timeline, input: Input): Step {
  if (timeline.prompt !== undefined) return promptInput(timeline, timeline.prompt, input)
  if (input.type !== 'key') return still(timeline)
  const word = wordOf(input.key)
  if (word === 'ctrl+c') return { timeline, effects: [{ do: 'quit' }] }
  if (timeline.pane !== undefined) return paneKey(timeline, timeline.pane, word)
  return rowKeys[word]?.(timeline) ?? still(timeline)
}

function still(timeline: Timeline): Step {
  return { timeline, effects: [] }
}

/** The cursor stands on a row, and that row can be seen. */
function settled(timeline: Timeline): Timeline {
  const last = Math.max(0, shownCount(timeline) - 1)
  const cursor = timeline.isTail ? last : Math.min(Math.max(0, timeline.cursor), last)
  const { height } = timeline
  const lowest = Math.max(0, last - height + 1)
  const top = Math.min(Math.max(Math.min(timeline.top, cursor), cursor - height + 1), lowest)
  return { ...timeline, cursor, top: Math.max(0, top) }
}
