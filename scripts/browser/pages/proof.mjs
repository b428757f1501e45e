// The key that a cookie is bound to, and what it proves: made here, never read out, no line of the library.

const toLetters = bytes =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

const { publicKey, privateKey } = await crypto.subtle.generateKey(
  { name: 'ECDSA', namedCurve: 'P-256' },
  false,
  ['sign'],
)

/** The public half, for the exchange. */
export const keyName = toLetters(await crypto.subtle.exportKey('raw', publicKey))

/** For `_meta` of the first message on a socket; each is good once. */
export async function prove() {
  const headers = { 'content-type': 'application/json', 'x-parley-csrf': '1' }
  const asked = await fetch('/auth/challenge', { method: 'POST', headers, body: '{}' })
  const { challenge } = await asked.json()
  const signed = new TextEncoder().encode(`parley.dev/proof:${location.origin} ${challenge}`)
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, signed)
  return { 'parley.dev/proof': { challenge, signature: toLetters(signature) } }
}

/** A socket whose first message has the proof. */
export async function openProven(url) {
  const proof = await prove()
  const socket = new WebSocket(url)
  const send = socket.send.bind(socket)
  socket.send = text => {
    socket.send = send
    const { params, ...message } = JSON.parse(text)
    send(JSON.stringify({ ...message, params: { ...params, _meta: { ...params._meta, ...proof } } }))
  }
  return socket
}
