/** What a server over HTTP can do wrong. */

import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { Listening, Outlet, Port } from '@parley/acp/transport'
import type { ServerFault, ServerFaults, Visit } from './server-fault.js'

interface Head {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
}

/** The honest answer with another head. */
function changed(visit: Visit, change: (head: Head) => Head): void {
  const { response } = visit
  const write = response.writeHead.bind(response)
  Object.assign(response, {
    writeHead(status: number, headers: OutgoingHttpHeaders) {
      const head = change({ status, headers })
      return write(head.status, head.headers)
    },
  })
  visit.answer()
}

/** Says one status instead of another. */
function says(sin: string, [from, to]: readonly [number, number], verb?: string): ServerFault {
  return {
    sin,
    visit(visit) {
      const isMeant = verb === undefined || visit.request.method === verb
      changed(visit, head => (isMeant && head.status === from ? { ...head, status: to } : head))
    },
  }
}

function isFor(request: IncomingMessage, verb: string, header: string): boolean {
  return request.method === verb && request.headers[header] !== undefined
}

export const httpFaults: ServerFaults = {
  'agent.http.initialize': says('calls a connection created', [200, 201], 'POST'),
  'agent.http.connection-id': {
    sin: 'does not name the connection',
    visit: visit =>
      changed(visit, ({ status, headers: { 'acp-connection-id': _, ...headers } }) => ({ status, headers })),
  },
  'agent.http.accepted': {
    sin: 'says with 200 that it took a message',
    visit(visit) {
      const isPost = visit.request.method === 'POST'
      changed(visit, head => (isPost && head.status === 202 ? { ...head, status: 200 } : head))
    },
  },
  'agent.http.own-stream': {
    sin: 'calls its stream plain text',
    visit: visit =>
      changed(visit, ({ status, headers }) => ({
        status,
        headers:
          headers['content-type'] === 'text/event-stream'
            ? { ...headers, 'content-type': 'text/plain' }
            : headers,
      })),
  },
  'agent.http.session-stream': { sin: 'tells everything on one stream', port: onOneStream },
  'agent.http.content-type': {
    sin: 'takes anything for JSON',
    visit(visit) {
      if (visit.request.method === 'POST') visit.request.headers['content-type'] = 'application/json'
      visit.answer()
    },
  },
  'agent.http.accept': {
    sin: 'tells events to those who cannot read them',
    visit(visit) {
      if (visit.request.method === 'GET') visit.request.headers.accept = 'text/event-stream'
      visit.answer()
    },
  },
  'agent.http.connection-missing': says('calls it forbidden', [400, 403], 'DELETE'),
  'agent.http.connection-unknown': {
    sin: 'takes messages for connections that are not there',
    visit(visit) {
      const isMeant = visit.request.headers['acp-connection-id'] === 'parley-nobody'
      changed(visit, head => (isMeant && head.status === 404 ? { ...head, status: 202 } : head))
    },
  },
  'agent.http.session-missing': {
    sin: 'finds the session by itself',
    visit(visit) {
      const isMeant = isFor(visit.request, 'POST', 'acp-connection-id')
      changed(visit, head => (isMeant && head.status === 400 ? { ...head, status: 202 } : head))
    },
  },
  'agent.http.session-unknown': {
    sin: 'has a stream for every session',
    visit(visit) {
      const isMeant = isFor(visit.request, 'GET', 'acp-session-id')
      changed(visit, head => (isMeant && head.status === 404 ? { ...head, status: 200 } : head))
    },
  },
  'agent.http.batch': says('calls a batch a bad request', [501, 400]),
  'agent.http.delete': {
    sin: 'forgets nobody',
    visit(visit) {
      if (visit.request.method !== 'DELETE') return visit.answer()
      const isNamed = visit.request.headers['acp-connection-id'] !== undefined
      visit.response.writeHead(isNamed ? 202 : 400).end()
    },
  },
  'agent.http.second-stream': says('calls a second stream gone', [409, 410]),
}

/** What is for a session leaves on the connection's own stream. */
function onOneStream(port: Port): Port {
  let own: Outlet | undefined
  const redirect = (listening: Listening): Listening => {
    if (listening.session === undefined) {
      own = listening.outlet
      return listening
    }
    const { outlet } = listening
    return {
      ...listening,
      outlet: {
        closed: outlet.closed,
        close: () => outlet.close(),
        write: text => (own ?? outlet).write(text),
      },
    }
  }
  return new Proxy(port, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
    set: (target, name, value) => {
      if (name !== 'onListen') return Reflect.set(target, name, value, target)
      target.onListen = listening => value(redirect(listening))
      return true
    },
  })
}
