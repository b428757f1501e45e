/** What a command gets from whoever started it: its streams, its surroundings, and the wish to stop. */

export interface Shell {
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
}
