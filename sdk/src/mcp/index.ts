/** The door for agents that use the MCP servers their clients name. Needs the package `@modelcontextprotocol/client`. */

export { type McpFailure, type McpTools, mcpTools } from './mcp-tools.js'
export type { Decision, McpOptions } from './options.js'
export type { McpPrompt } from './prompts.js'
export type { McpResource } from './resources.js'
export type { McpTool, ToolHints } from './tool.js'
export type { ToolOutcome } from './tool-run.js'
