/** The two schemas of appendix B, as they stand in the document. */
import { z } from 'zod'

const CONTENT_BLOCK = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'ContentBlock',
  oneOf: [
    {
      type: 'object',
      properties: { type: { const: 'text' }, text: { type: 'string' } },
      required: ['type', 'text'],
    },
    {
      type: 'object',
      properties: {
        type: { const: 'image' },
        source: {
          type: 'object',
          properties: {
            type: { enum: ['base64', 'url'] },
            mediaType: { type: 'string' },
            data: { type: 'string' },
            url: { type: 'string' },
          },
          required: ['type', 'mediaType'],
        },
      },
      required: ['type', 'source'],
    },
    {
      type: 'object',
      properties: {
        type: { const: 'resource_link' },
        uri: { type: 'string' },
        mimeType: { type: 'string' },
        title: { type: 'string' },
      },
      required: ['type', 'uri'],
    },
    {
      type: 'object',
      properties: {
        type: { const: 'resource' },
        uri: { type: 'string' },
        mimeType: { type: 'string' },
        title: { type: 'string' },
        content: { type: 'string' },
      },
      required: ['type', 'uri', 'content'],
    },
  ],
}

const SESSION_UPDATE = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'SessionUpdate',
  type: 'object',
  properties: {
    sessionId: { type: 'string' },
    type: {
      enum: [
        'plan',
        'agent_message_chunk',
        'user_message_chunk',
        'thought_message_chunk',
        'tool_call',
        'tool_call_update',
        'available_commands',
        'current_mode_update',
        'config_option_update',
      ],
    },
    data: { type: 'object' },
    timestamp: { type: 'string', format: 'date-time' },
  },
  required: ['sessionId', 'type', 'data'],
}

export const contentBlock = z.fromJSONSchema(CONTENT_BLOCK as Parameters<typeof z.fromJSONSchema>[0])
export const sessionUpdate = z.fromJSONSchema(SESSION_UPDATE as Parameters<typeof z.fromJSONSchema>[0])
