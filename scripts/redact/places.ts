/** Ten places where secrets turn up: most in messages, one on the stderr of an agent, one in an error. */
import type { Secret } from './kinds.js'

/** Somewhere for a secret to stand. */
export interface Place {
  readonly name: string
  /** What goes by there: sinks are given this whole. */
  readonly message: (secret: Secret) => unknown
}

const update = (fields: object): unknown => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: 's-1', update: fields },
})

const toNewSession = (server: object): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'session/new',
  params: { cwd: '/p', mcpServers: [server] },
})

export const PLACES: readonly Place[] = [
  {
    name: 'prompt text',
    message: ({ written }) => ({
      jsonrpc: '2.0',
      id: 3,
      method: 'session/prompt',
      params: {
        sessionId: 's-1',
        prompt: [{ type: 'text', text: `please use this one:\n${written}\nand no other` }],
      },
    }),
  },
  {
    name: 'input of a tool',
    message: ({ written }) =>
      update({
        sessionUpdate: 'tool_call',
        toolCallId: 't',
        title: 'Run',
        rawInput: { command: `curl -d '${written}' x.test` },
      }),
  },
  {
    name: 'output of a tool',
    message: ({ written }) =>
      update({
        sessionUpdate: 'tool_call_update',
        toolCallId: 't',
        content: [
          {
            type: 'content',
            content: { type: 'text', text: JSON.stringify({ stdout: `a\n${written}\nb` }) },
          },
        ],
      }),
  },
  {
    name: 'variable of a terminal',
    message: ({ secret }) => ({
      jsonrpc: '2.0',
      id: 4,
      method: 'terminal/create',
      params: { sessionId: 's-1', command: 'deploy', env: [{ name: 'DEPLOY_TOKEN', value: secret }] },
    }),
  },
  {
    name: 'variable of an MCP server',
    message: ({ secret }) =>
      toNewSession({ name: 'm', command: 'm', args: [], env: [{ name: 'SETTING', value: secret }] }),
  },
  {
    name: 'header of an MCP server',
    message: ({ secret }) =>
      toNewSession({
        ...{ type: 'http', name: 'm', url: 'https://m.test' },
        headers: [{ name: 'X-Any', value: secret }],
      }),
  },
  {
    name: 'query of an address',
    message: ({ secret }) =>
      update({
        sessionUpdate: 'agent_message_chunk',
        content: {
          type: 'resource_link',
          name: 'r',
          uri: `https://x.test/a?page=1&access_token=${encodeURIComponent(secret)}#top`,
        },
      }),
  },
  { name: 'stderr of an agent', message: ({ written }) => `cannot start\n${written}\n` },
  { name: 'error message', message: ({ written }) => `the model refused: ${written} is not valid` },
  {
    name: 'nested metadata',
    message: ({ secret }) =>
      update({ sessionUpdate: 'plan', entries: [], _meta: { vendor: { deep: [{ clientSecret: secret }] } } }),
  },
]
