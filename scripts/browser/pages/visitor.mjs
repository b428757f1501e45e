// The page that may come: logs in with what stands behind the # of its address, and does both parts of the trial.
import { talkThroughTheKit } from '/pages/kit.mjs'
import { talkByHand } from '/pages/plain.mjs'
import { keyName } from '/pages/proof.mjs'

const { ticket, cwd, next, isBrief } = JSON.parse(decodeURIComponent(location.hash.slice(1)))
// The ticket is good once, and is not kept where the next page could see it.
history.replaceState(null, '', location.pathname)

const socketUrl = `${location.origin.replace(/^http/, 'ws')}/acp`
const report = body => fetch('/report', { method: 'POST', body: JSON.stringify(body) })

/** Whether a socket opens at all. */
const opens = url =>
  new Promise(resolve => {
    const socket = new WebSocket(url)
    socket.onopen = () => {
      socket.close()
      resolve(true)
    }
    socket.onerror = () => resolve(false)
  })

try {
  const withoutCookie = await opens(socketUrl)
  const { status } = await fetch('/auth/exchange', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ticket, as: 'cookie', key: keyName }),
  })
  const plain = isBrief || (await talkByHand(socketUrl, cwd))
  const kit = isBrief || (await talkThroughTheKit(socketUrl, cwd))
  await report({ withoutCookie, exchanged: status, cookie: document.cookie, plain, kit })
  location.href = next
} catch (error) {
  await report({ failure: String(error?.stack ?? error) })
}
