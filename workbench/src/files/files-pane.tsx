/** The files that the agent may see, read only; follows the agent. */

export function FilesPane() {
  return null
}
