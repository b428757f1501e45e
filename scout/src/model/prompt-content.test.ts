import type { ContentBlock } from '@parley/acp/agent'
import { expect, test } from 'vitest'
import { toUserParts } from './prompt-content.js'
import { stage, WIRES } from './stage.fixture.js'

const all = { images: true, audio: true, documents: true }
const nothing = { images: false, audio: false, documents: false }

const image: ContentBlock = { type: 'image', data: 'aW1hZ2U=', mimeType: 'image/png' }
const audio: ContentBlock = { type: 'audio', data: 'c291bmQ=', mimeType: 'audio/wav' }
const page: ContentBlock = {
  type: 'resource',
  resource: { uri: 'file:///a.md', text: '# A page', mimeType: 'text/markdown' },
}
const paper: ContentBlock = {
  type: 'resource',
  resource: { uri: 'file:///a.pdf', blob: 'cGRm', mimeType: 'application/pdf' },
}
const link: ContentBlock = { type: 'resource_link', name: 'b.md', uri: 'file:///b.md' }

test('a model gets what it can take, and is told of what it cannot', () => {
  expect(toUserParts([image, audio, paper], all)).toEqual([
    { type: 'file', data: 'aW1hZ2U=', mediaType: 'image/png' },
    { type: 'file', data: 'c291bmQ=', mediaType: 'audio/wav' },
    { type: 'file', data: 'cGRm', mediaType: 'application/pdf' },
  ])
  expect(toUserParts([image, audio, paper], nothing)).toMatchObject([
    { text: '[image of type image/png, which this model cannot take]' },
    { text: '[sound of type audio/wav, which this model cannot take]' },
    { text: '[document of type application/pdf, which this model cannot take]' },
  ])
})

test('embedded texts and links are told with where they are from; what is not known is left out', () => {
  const strange = { type: 'smell', data: 'x' } as unknown as ContentBlock
  expect(toUserParts([page, link, strange, { type: 'text', text: '' }], all)).toEqual([
    { type: 'text', text: '<resource uri="file:///a.md">\n# A page\n</resource>' },
    { type: 'text', text: '[linked: b.md, file:///b.md]' },
  ])
})

for (const wire of WIRES)
  test(`${wire}: an image and a page in a prompt reach the model`, async () => {
    const { say, model } = await stage({ wire, brain: { senses: all } })
    await say([{ type: 'text', text: '[[say seen]]' }, image, page])
    const sent = JSON.stringify(model.requests.at(-1)?.body)
    expect(sent).toContain('aW1hZ2U=')
    expect(sent).toContain('# A page')
  })
