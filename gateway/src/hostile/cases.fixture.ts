/** Requests that must be refused: what each one sends, and with which status and word it is answered, on every carrier. */

import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { TOKENS } from '../guard/gate.fixture.js'
import { bearer, HELLO, JSON_TYPE } from './peer.fixture.js'
import type { Fields, Said } from './wire.fixture.js'

/** What an attacker knows: where the gateway is, and by which name alice's connection goes. */
interface Known {
  readonly port: number
  readonly victim: string
}

export interface Case {
  readonly name: string
  readonly said: Said | ((known: Known) => Said)
  readonly status: number
  readonly error: string
}

const MEBIBYTE = 1024 * 1024
const ALICE = bearer(TOKENS.alice)
const BOB = bearer(TOKENS.bob)
const STREAM = { accept: 'text/event-stream' }
const DEEP = `{"jsonrpc":"1.0","id":1,"method":"x","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`

/** What is said to the gateway before it knows anything of a message: the same for a request and for a handshake. */
export const KNOCKS: readonly Case[] = [
  { name: 'without a token', said: {}, status: 401, error: 'unauthorized' },
  {
    name: 'with a wrong token',
    said: { headers: bearer('parley_wrong') },
    status: 401,
    error: 'unauthorized',
  },
  {
    name: 'with its token in the address',
    said: { headers: ALICE, path: `/acp?token=${TOKENS.alice}` },
    status: 400,
    error: 'token_in_url',
  },
  {
    name: 'for the host evil.com',
    said: { headers: { ...ALICE, host: 'evil.com' } },
    status: 421,
    error: 'wrong_host',
  },
  {
    name: 'for a name that was bent to our port',
    said: ({ port }) => ({ headers: { ...ALICE, host: `evil.com:${port}` } }),
    status: 421,
    error: 'wrong_host',
  },
  {
    name: 'from a page of evil.com',
    said: { headers: { ...ALICE, origin: 'https://evil.com' } },
    status: 403,
    error: 'bad_origin',
  },
  {
    name: 'from a page whose origin is null',
    said: { headers: { ...ALICE, origin: 'null' } },
    status: 403,
    error: 'bad_origin',
  },
  {
    name: 'that its browser calls cross-site',
    said: { headers: { ...ALICE, 'sec-fetch-site': 'cross-site' } },
    status: 403,
    error: 'cross_site',
  },
]

const to = (victim: string): Fields => ({ 'acp-connection-id': victim })

/** With somebody else's token: what is not one's own is not there. */
const BURGLARIES: readonly Case[] = [
  {
    name: "of a stream of somebody else's connection",
    said: ({ victim }) => ({ headers: { ...BOB, ...STREAM, ...to(victim) } }),
    status: 404,
    error: 'connection_unknown',
  },
  {
    name: "that says something on somebody else's connection",
    said: ({ victim }) => ({
      method: 'POST',
      headers: { ...BOB, ...JSON_TYPE, ...to(victim) },
      body: '{"jsonrpc":"2.0","id":1,"method":"_fixture/echo"}',
    }),
    status: 404,
    error: 'connection_unknown',
  },
  {
    name: "that deletes somebody else's connection",
    said: ({ victim }) => ({ method: 'DELETE', headers: { ...BOB, ...to(victim) } }),
    status: 404,
    error: 'connection_unknown',
  },
  {
    name: 'that deletes a connection without a token',
    said: ({ victim }) => ({ method: 'DELETE', headers: to(victim) }),
    status: 401,
    error: 'unauthorized',
  },
  {
    name: 'of the stream of a session that never was',
    said: ({ victim }) => ({
      headers: { ...ALICE, ...STREAM, ...to(victim), 'acp-session-id': 'never-was' },
    }),
    status: 404,
    error: 'session_unknown',
  },
]

const posted =
  (more: Fields, body: NonNullable<Said['body']>) =>
  ({ victim }: Known): Said => ({
    method: 'POST',
    headers: { ...ALICE, ...JSON_TYPE, ...to(victim), ...more },
    body,
  })

/** Bodies on a connection of one's own, which must live on. */
const BODIES: readonly Case[] = [
  {
    name: 'of plain text',
    said: posted({ 'content-type': 'text/plain' }, HELLO),
    status: 415,
    error: 'not_json',
  },
  {
    name: 'in gzip',
    said: posted({ 'content-encoding': 'gzip' }, gzipSync(HELLO)),
    status: 415,
    error: 'encoded',
  },
  {
    name: 'of 17 MB',
    said: posted({}, Buffer.alloc(17 * MEBIBYTE, ' ')),
    status: 413,
    error: 'too_large',
  },
  {
    name: 'of 17 MB that does not say so',
    said: known => posted({}, Readable.from(Array(17).fill(Buffer.alloc(MEBIBYTE, ' '))))(known),
    status: 413,
    error: 'too_large',
  },
  { name: 'that is no JSON', said: posted({}, '{"jsonrpc":'), status: 400, error: 'parse_error' },
  {
    name: 'that is no UTF-8',
    said: posted({}, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])),
    status: 400,
    error: 'not_utf8',
  },
  { name: 'that is nested 100,000 deep', said: posted({}, DEEP), status: 400, error: 'too_deep' },
  { name: 'that is an array', said: posted({}, `[${HELLO}]`), status: 501, error: 'batch' },
  {
    name: 'that opens a connection once more',
    said: posted({}, HELLO),
    status: 400,
    error: 'already_open',
  },
  {
    name: 'that opens nothing and names no connection',
    said: {
      method: 'POST',
      headers: { ...ALICE, ...JSON_TYPE },
      body: '{"jsonrpc":"2.0","id":1,"method":"session/new","params":{}}',
    },
    status: 400,
    error: 'connection_id_missing',
  },
  {
    name: 'for another session than its header names',
    said: posted(
      { 'acp-session-id': 'two' },
      '{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"one"}}',
    ),
    status: 400,
    error: 'session_id_mismatch',
  },
  {
    name: 'for a session that its header does not name',
    said: posted({}, '{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"one"}}'),
    status: 400,
    error: 'session_id_missing',
  },
]

const PREFLIGHT = { origin: 'https://evil.com', 'access-control-request-method': 'POST' }

/** What a browser asks before it lets a page do anything. */
const PREFLIGHTS: readonly Case[] = [
  {
    name: 'before a page of evil.com may come',
    said: { method: 'OPTIONS', headers: PREFLIGHT },
    status: 403,
    error: 'bad_origin',
  },
  {
    name: 'before a page that shows no origin may come',
    said: { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } },
    status: 401,
    error: 'unauthorized',
  },
]

/** All that is said in a request. */
export const REQUESTS: readonly Case[] = [...KNOCKS, ...BURGLARIES, ...BODIES, ...PREFLIGHTS]
