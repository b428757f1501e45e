// A page of another origin, in the same browser, with the cookie of the one before: nothing opens for it.
const { targets } = JSON.parse(decodeURIComponent(location.hash.slice(1)))

const opens = url =>
  new Promise(resolve => {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/acp`)
    socket.onopen = () => resolve(true)
    socket.onerror = () => resolve(false)
  })

/** Whether this page gets an answer, and can read it. */
const reads = (url, headers) =>
  fetch(`${url}/auth/ticket`, { method: 'POST', credentials: 'include', headers, body: '{}' }).then(
    ({ ok }) => ok,
    () => false,
  )

const opened = []
for (const url of targets) {
  if (await opens(url)) opened.push(`socket ${url}`)
  if (await reads(url, { 'content-type': 'application/json', 'x-parley-csrf': '1' }))
    opened.push(`json ${url}`)
  if (await reads(url, {})) opened.push(`text ${url}`)
}
await fetch('/report', { method: 'POST', body: JSON.stringify({ opened }) })
