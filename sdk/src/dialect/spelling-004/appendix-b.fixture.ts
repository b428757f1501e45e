/** The two schemas of appendix B, as they stand in the document. */
import { z } from 'zod'
import { examplesOf } from '../seeds/examples.fixture.js'

function schemaCalled(title: string): z.ZodType {
  const found = examplesOf('004').find(
    ({ kind, message }) => kind === 'schema' && 'title' in message && message.title === title,
  )
  if (found === undefined) throw new Error(`the document has no schema called ${title}`)
  return z.fromJSONSchema(found.message as Parameters<typeof z.fromJSONSchema>[0])
}

export const contentBlock = schemaCalled('ContentBlock')
export const sessionUpdate = schemaCalled('SessionUpdate')
