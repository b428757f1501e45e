/** Everything that can be shown: text, a picture, a sound, a link to a file, and files that come along. */

import { pathToFileURL } from 'node:url'
import type { ContentBlock } from '@parley/acp/agent'
import type { Chapter } from '../chapter.js'
import type { Journey } from '../journey.js'
import { picture } from '../picture.js'
import { README } from '../project.js'
import type { Scratch } from '../scratch.js'
import { tone } from '../tone.js'

export const show: Chapter = {
  name: 'show',
  title: 'See a picture, hear a tone, follow a link',
  priority: 'medium',
  needsProject: true,
  async visit(journey) {
    const scratch = await journey.project()
    if (scratch === undefined) return
    const made = makeBlocks(journey)
    await journey.work(
      { title: 'Make a picture and a tone', kind: 'other', rawInput: { ...journey.wishes } },
      call => Promise.resolve(call.complete([made.image, made.audio])),
    )
    await journey.say(
      'I made this picture and this tone from numbers just now. A message can hold them, too:',
    )
    for (const block of [made.image, made.audio]) await journey.turn.say(block)
    await journey.say('A file can be linked to, or come along as text or as bytes:')
    for (const block of await fileBlocks(scratch)) await journey.turn.say(block)
    await journey.turn.say(made.bytes)
    journey.turn.nextMessage()
    await journey.turn.say(made.remark)
    journey.note('Showed every kind of content.')
  },
}

interface Made {
  readonly remark: ContentBlock
  readonly image: ContentBlock
  readonly audio: ContentBlock
  readonly bytes: ContentBlock
}

function makeBlocks({ wishes }: Journey): Made {
  const image = picture(wishes.colour).toString('base64')
  const mimeType = 'image/png'
  return {
    remark: {
      type: 'text',
      text: 'This remark is for you rather than for a model, and it says so.',
      annotations: { audience: ['user'], priority: 0.5, lastModified: new Date().toISOString() },
      _meta: { 'parley/tour': { chapter: 'show' } },
    },
    image: { type: 'image', data: image, mimeType },
    audio: { type: 'audio', data: tone(wishes.volume).toString('base64'), mimeType: 'audio/wav' },
    bytes: { type: 'resource', resource: { uri: 'parley-tour:/picture.png', blob: image, mimeType } },
  }
}

async function fileBlocks(scratch: Scratch): Promise<readonly ContentBlock[]> {
  const text = await scratch.read(README)
  const uri = pathToFileURL(scratch.at(README)).href
  const mimeType = 'text/markdown'
  return [
    {
      type: 'resource_link',
      uri,
      name: README,
      title: 'What the small project is',
      description: 'A file of the folder that the tour made',
      mimeType,
      size: Buffer.byteLength(text),
    },
    { type: 'resource', resource: { uri, text, mimeType } },
  ]
}
