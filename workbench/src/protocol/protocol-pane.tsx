/** Every message of the connection, as the inspector shows it. */

export function ProtocolPane() {
  return null
}
