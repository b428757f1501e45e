/** What a room must not say. Comments may name anything; code, and where stated its strings, may not. */
import { isGenerated, isSource, isTest } from '../files.js'
import { findAll, type SourceLaw } from '../law.js'
import { productOf, roomOf } from '../rooms.js'

const isIn =
  (...rooms: string[]) =>
  (path: string): boolean =>
    isSource(path) && !isTest(path) && rooms.includes(roomOf(path) ?? '-')

const isLibrary = (path: string): boolean => isSource(path) && !isTest(path) && roomOf(path) !== undefined

const FOREIGN_TO_RPC = new Set(['session', 'sessions', 'agent', 'agents', 'client', 'clients', 'acp'])

/** `sessionId` says session: a name is read word by word. */
export const rpcWordsLaw: SourceLaw = {
  name: 'jsonrpc-words',
  covers: isIn('jsonrpc'),
  check: ({ code }) =>
    findAll(code, /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g, word => word)
      .filter(({ says }) => FOREIGN_TO_RPC.has(says.toLowerCase()))
      .map(({ at, says }) => ({ at, says: `jsonrpc/ may not say '${says}'` })),
}

export const pureThreadLaw: SourceLaw = {
  name: 'thread-pure',
  covers: isIn('thread'),
  check: ({ bare }) =>
    findAll(
      bare,
      /\bawait\b|\bPromise\b|\bDate\.now\b|\bMath\.random\b/g,
      word => `thread/ may not say '${word}'`,
    ),
}

const METHOD =
  /^(?:initialize|authenticate|logout|(?:\$|session|fs|terminal|elicitation|mcp|providers|auth|proxy|tool_call)\/[a-z_]+)$/

export const transportMethodsLaw: SourceLaw = {
  name: 'transport-methods',
  covers: isIn('transport'),
  check: ({ quotes }) =>
    quotes
      .filter(({ value }) => METHOD.test(value))
      .map(({ start, value }) => ({ at: start, says: `transport/ may not quote the method '${value}'` })),
}

const NODE_GLOBAL = /(?<![.\w$#])(?:globalThis\s*\??\.\s*)?(?:process(?=\s*\??[.[])|Buffer\b(?!\s*[?]?:))/g

export const nodeWordsLaw: SourceLaw = {
  name: 'node-words',
  covers: path => isLibrary(path) && roomOf(path) !== 'node',
  check: ({ bare, quotes }) => [
    ...findAll(bare, NODE_GLOBAL, word => `only node/ and products may say '${word}'`),
    ...quotes
      .filter(({ value }) => value.startsWith('node:'))
      .map(({ start, value }) => ({ at: start, says: `only node/ and products may say '${value}'` })),
  ],
}

const HOLDS_CODES = /^sdk\/src\/(?:jsonrpc\/error\.ts|protocol\/error\.ts|dialect\/)/

export const errorCodesLaw: SourceLaw = {
  name: 'error-codes',
  covers: path =>
    isSource(path) &&
    !isTest(path) &&
    !isGenerated(path) &&
    !HOLDS_CODES.test(path) &&
    (roomOf(path) ?? productOf(path)) !== undefined,
  check: ({ code }) =>
    findAll(code, /-\s*32_?\d{3}\b/g, number => `error number ${number}: name it in an error.ts`),
}

export const consoleLaw: SourceLaw = {
  name: 'console',
  covers: isLibrary,
  check: ({ bare }) =>
    findAll(
      bare,
      /(?<![.\w$#])(?:globalThis\s*\??\.\s*)?console\b(?!\s*:)/g,
      () => `the library may not say 'console'`,
    ),
}
