/** The door of the rehearsal: a model server with scripted replies, for whoever tests an agent. */

export type { Conversation, Failure, Message, Reply, TokenCount, Tool, ToolCall } from './conversation.js'
export { type AskedRequest, type ModelServer, type ModelServerOptions, serveModel } from './server.js'
