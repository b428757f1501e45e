/** The door of the one room that knows Node: processes, pipes and files. */

export { type AuditLog, type AuditLogOptions, auditLog, readAudit, verifyAudit } from './audit.js'
export { allowedEnvironment, type Environment } from './environment.js'
export { type Boundary, boundary } from './files/boundary.js'
export type { FileLook, FolderEntry, FolderLook, LookOptions } from './files/looking.js'
export type { HostFiles, HostFilesOptions, SessionPlace, SessionRoots, WriteEvent } from './files/offer.js'
export type { ReadRequest } from './files/reading.js'
export type { RemoveOptions } from './files/removal.js'
export type { Root, RootOptions } from './files/root.js'
export type { Buffers, FileLimits, InsideOptions, Written } from './files/territory.js'
export type { WriteRequest } from './files/writing.js'
export {
  hostFiles,
  lookAtFile,
  lookIntoFolder,
  pinRoot,
  readInside,
  removeInside,
  sessionRoots,
  writeInside,
} from './files.js'
export { foresee } from './foresight.js'
export type { Framing } from './framing.js'
export { type GrantMemory, grantMemory } from './grants.js'
export type { Fetch, NetworkRules } from './guarded-fetch.js'
export { type NodeHost, type NodeHostOptions, nodeHost } from './host.js'
export { nodeHttpCarrier } from './http-carrier.js'
export type { NodeHttpOptions } from './http-client/options.js'
export type { PlaceOf, TurnedAway } from './http-server/doorway.js'
export { httpHandler, type RequestHandler } from './http-server/mount.js'
export type { HttpServer, ServeHttpOptions } from './http-server/options.js'
export { headerOf } from './http-server/request-header.js'
export { serveHttp } from './http-server/serve-http.js'
export type { FileStatus, FileSystem, OpenFor } from './journal/file-system.js'
export type { DiskJournal, DiskJournalOptions } from './journal/options.js'
export { diskJournal } from './journal.js'
export type { FindOptions } from './launch/find-program.js'
export type { LaunchOptions } from './launch/launch-agent.js'
export { LaunchError, type LaunchErrorReason, type LaunchFailure, type Look } from './launch/launch-error.js'
export type { ProgramOptions, ProgramProcess } from './launch/launch-program.js'
export type { Program, SearchOptions } from './launch/search.js'
export { findProgram, launchAgent, launchProgram } from './launch.js'
export { guardedFetch } from './network.js'
export { nodeStream } from './node-stream.js'
export {
  type OpenChannelOptions,
  openChannel,
  type RemoteTransport,
  type StdioTransport,
  type TransportDescription,
} from './open-channel.js'
export type { Write } from './outflow.js'
export type { AuditFlaw, AuditReport } from './permissions/audit-check.js'
export type { Aftermath, AuditEntry, Mending } from './permissions/audit-line.js'
export type { AuditReading, AuditRecord } from './permissions/audit-reader.js'
export type { Foresight, ForesightOptions } from './permissions/foresight.js'
export type { GrantMemoryOptions } from './permissions/grant-memory.js'
export type { Notice } from './permissions/notice.js'
export type { Asker, Leave, Warden } from './permissions/warden.js'
export { guardProcesses } from './processes/family.js'
export { type PipesOptions, type ProgramPipes, startProgram } from './processes/program-pipes.js'
export { processGuard } from './processes/reaper.js'
export {
  listRecordings,
  openPrivateFile,
  readRecordingFile,
  recordingWriter,
  streamRecording,
} from './recording.js'
export type {
  RecordingLimits,
  RecordingSeal,
  RecordingStream,
  RecordingWriter,
  RecordingWriterOptions,
  SealedText,
  ShelvedRecording,
} from './recordings/options.js'
export { redactedLog, secretHash } from './redaction.js'
export { type ServeOptions, serveStdio } from './serve-stdio.js'
export { saveSession, takeSession, toThread } from './session-transfer.js'
export { AgentProcess, type Exit, type SpawnOptions, spawnAgent } from './spawn-agent.js'
export type { Dialect } from './spoken-channel.js'
export { type StdioOptions, stdio } from './stdio.js'
export type {
  HostTerminals,
  HostTerminalsOptions,
  ScreenSize,
  TerminalEnd,
  TerminalLimits,
  TerminalPiece,
} from './terminals/options.js'
export { hostTerminals } from './terminals.js'
export type {
  CookieJar,
  OpenWebSocketOptions,
  WebSocketDoor,
  WebSocketDoorOptions,
} from './websocket/options.js'
export { openWebSocket, webSocketDoor } from './websocket.js'
