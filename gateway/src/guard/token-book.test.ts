import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { chmod, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readGatewayConfig } from '../config/read-config.js'
import { scopesOf } from '../config/scope.js'
import { configIn, makeFolder, sha256, TOKENS } from './gate.fixture.js'
import { digestOf, makeSecret, placeOf } from './secret.js'
import { TokenBook, type TokenBookOptions } from './token-book.js'
import { ownerFile, tokensFile } from './token-file.js'
import {
  addToken,
  listTokens,
  ownerToken,
  revokeToken,
  rotateOwnerToken,
  rotateToken,
} from './token-store.js'

let folder = ''
let state = ''
const books: TokenBook[] = []
beforeEach(async () => {
  folder = await makeFolder()
  state = join(folder, 'state')
})
afterEach(async () => {
  for (const book of books.splice(0)) book.close()
  await rm(folder, { recursive: true, force: true })
})

function open(options: TokenBookOptions = {}): TokenBook {
  const book = new TokenBook(configIn(folder), options)
  books.push(book)
  return book
}

const wish = (name: string) => ({ name, principal: 'alice', scopes: scopesOf('editor') })

describe('tokens', () => {
  test('have 256 bits, stand in files that only their user can read, and as hashes only', async () => {
    expect(Buffer.from(makeSecret().slice('parley_'.length), 'base64url')).toHaveLength(32)
    const token = await addToken(state, wish('laptop'))
    const owner = await ownerToken(state)
    expect(owner.isNew).toBe(true)
    expect(await ownerToken(state)).toEqual({ token: owner.token, isNew: false })
    expect((await stat(state)).mode & 0o777).toBe(0o700)
    for (const path of [tokensFile(state), ownerFile(state)])
      expect((await stat(path)).mode & 0o777).toBe(0o600)
    const text = await readFile(tokensFile(state), 'utf8')
    expect(text).not.toContain(token)
    expect(text).not.toContain(owner.token)
    expect(text).toContain(sha256(token))
    expect(JSON.stringify(listTokens(state))).not.toContain(sha256(token))
    expect(listTokens(state)).toMatchObject([{ name: 'laptop', principal: 'alice', means: 'bearer' }])
  })

  test('a folder that others can look into is not used', async () => {
    await addToken(state, wish('laptop'))
    await chmod(state, 0o755)
    await expect(addToken(state, wish('other'))).rejects.toThrow(/others can look into/)
  })

  test('made at the same time are all there, and a name is taken once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => addToken(state, wish(`t${index}`))))
    expect(listTokens(state)).toHaveLength(20)
    await expect(addToken(state, wish('t3'))).rejects.toMatchObject({ reason: 'name_taken' })
    await expect(revokeToken(state, 'absent')).rejects.toMatchObject({ reason: 'no_such_token' })
    await expect(addToken(state, wish('../x'))).rejects.toThrow(/a name of/)
    expect((await readdir(state)).sort()).toEqual(['tokens.json'])
  })

  test('a lock that somebody left who died is taken away', async () => {
    await addToken(state, wish('one'))
    const lock = `${tokensFile(state)}.lock`
    await writeFile(lock, '')
    const old = new Date(Date.now() - 60_000)
    await utimes(lock, old, old)
    await addToken(state, wish('two'))
    expect(listTokens(state)).toHaveLength(2)
  })
})

describe('the book', () => {
  test('knows the tokens of the config, of the owner and those that were made', async () => {
    const { token: owner } = await ownerToken(state)
    const made = await addToken(state, { ...wish('laptop'), label: 'Alice' })
    const book = open()
    expect(book.find(TOKENS.alice, 'bearer')).toMatchObject({ principal: 'alice', name: 'alice' })
    expect(book.find(owner, 'bearer')).toMatchObject({ principal: 'owner', scopes: scopesOf('admin') })
    expect(book.find(made, 'bearer')).toMatchObject({ principal: 'alice', name: 'laptop', label: 'Alice' })
    expect(book.find(made, 'cookie')).toBeUndefined()
    for (const wrong of ['', `${made}x`, made.toUpperCase(), sha256(made), 'x'.repeat(100_000), 'é'])
      expect(book.find(wrong, 'bearer')).toBeUndefined()
  })

  test('a thousand wrong tokens cost as many comparisons as a thousand right ones', async () => {
    await addToken(state, wish('laptop'))
    let count = 0
    const book = open({
      equal: (one, other) => {
        count += 1
        return timingSafeEqual(one, other)
      },
    })
    const costOf = (work: (index: number) => string): number => {
      count = 0
      for (let index = 0; index < 1_000; index++) book.find(work(index), 'bearer')
      return count
    }
    expect(book.size).toBe(4)
    const right = [TOKENS.alice, TOKENS.viewer, TOKENS.bob]
    expect(costOf(index => right[index % 3] ?? '')).toBe(4_000)
    expect(costOf(index => `wrong-${index}`)).toBe(4_000)
    expect(costOf(index => ' '.repeat(index))).toBe(4_000)
  })

  test('the place of a digest is found wherever it stands', () => {
    const list = ['a', 'b', 'c'].map(digestOf)
    expect(['a', 'b', 'c', 'd'].map(each => placeOf(digestOf(each), list))).toEqual([0, 1, 2, -1])
  })

  test('the next request knows of a new, a replaced and a revoked token', async () => {
    const book = open()
    const first = await addToken(state, wish('laptop'))
    const held = book.find(first, 'bearer')
    expect(held).toBeDefined()
    const end = book.endOf(held!)
    const second = await rotateToken(state, 'laptop')
    expect(book.find(first, 'bearer')).toBeUndefined()
    expect(end.aborted).toBe(true)
    const next = book.endOf(book.find(second, 'bearer')!)
    await revokeToken(state, 'laptop')
    expect(book.find(second, 'bearer')).toBeUndefined()
    expect(next.aborted).toBe(true)
  })

  test('the change of another token ends nobody else', async () => {
    const book = open()
    const token = await addToken(state, wish('laptop'))
    const end = book.endOf(book.find(token, 'bearer')!)
    const alice = book.endOf(book.find(TOKENS.alice, 'bearer')!)
    await addToken(state, wish('other'))
    await revokeToken(state, 'other')
    book.refresh()
    expect([end.aborted, alice.aborted]).toEqual([false, false])
  })

  test('whoever only listens is ended too, without a request', async () => {
    const { token } = await ownerToken(state)
    const book = open()
    const end = book.endOf(book.find(token, 'bearer')!)
    const ended = once(end, 'abort')
    const next = await rotateOwnerToken(state)
    await ended
    expect(book.find(token, 'bearer')).toBeUndefined()
    expect(book.find(next, 'bearer')?.principal).toBe('owner')
  })

  test('a token that expires opens nothing from then on', async () => {
    const clock = { now: Date.now() }
    const token = await addToken(state, { ...wish('short'), expiresAt: clock.now + 60_000 })
    const book = open({ now: () => clock.now })
    const end = book.endOf(book.find(token, 'bearer')!)
    clock.now += 59_999
    expect(book.find(token, 'bearer')).toBeDefined()
    clock.now += 1
    expect(book.find(token, 'bearer')).toBeUndefined()
    expect(end.aborted).toBe(true)
  })

  test('what was derived ends with what it was derived from, over any number of steps', async () => {
    const book = open()
    const first = await addToken(state, wish('first'))
    const second = await addToken(state, { ...wish('second'), parent: sha256(first) })
    const third = await addToken(state, { ...wish('third'), parent: sha256(second) })
    expect(book.find(third, 'bearer')).toBeDefined()
    await rotateToken(state, 'first')
    expect(book.find(second, 'bearer')).toBeUndefined()
    expect(book.find(third, 'bearer')).toBeUndefined()
  })

  test('every change is told once, and an expiry is none', async () => {
    const clock = { now: Date.now() }
    const told: string[] = []
    const onChange: TokenBookOptions['onChange'] = (change, { name }) => told.push(`${change} ${name}`)
    await addToken(state, wish('old'))
    const book = open({ now: () => clock.now, onChange })
    const steps = [
      () => addToken(state, wish('laptop')),
      () => rotateToken(state, 'laptop'),
      () => revokeToken(state, 'laptop'),
      // Last, for with the next change of the file it is left out, and the book's clock has to say the same by then.
      () => addToken(state, { ...wish('short'), expiresAt: clock.now + 50 }),
    ]
    for (const step of steps) {
      await step()
      book.refresh()
    }
    clock.now += 60_000
    await new Promise(resolve => setTimeout(resolve, 60))
    book.refresh()
    await addToken(state, wish('last'))
    book.refresh()
    const changes = ['token_made laptop', 'token_rotated laptop', 'token_revoked laptop', 'token_made short']
    expect(told).toEqual([...changes, 'token_made last'])
    expect(listTokens(state).map(({ name }) => name)).toEqual(['old', 'last'])
  })

  test('what was derived has never more scopes than what it was derived from has now', async () => {
    const first = await addToken(state, { ...wish('first'), scopes: scopesOf('viewer') })
    const second = await addToken(state, { ...wish('second'), parent: sha256(first) })
    const third = await addToken(state, { ...wish('third'), parent: sha256(second) })
    expect(open().find(third, 'bearer')?.scopes).toEqual(scopesOf('viewer'))
  })

  test('nobody may do more than their principal, or belong to none', async () => {
    const token = await addToken(state, { ...wish('laptop'), scopes: scopesOf('admin') })
    const stray = await addToken(state, { ...wish('stray'), principal: 'nobody' })
    const book = open()
    expect(book.find(token, 'bearer')?.scopes).toEqual(scopesOf('editor'))
    expect(book.find(stray, 'bearer')).toBeUndefined()
  })

  test('a file that cannot be believed opens nothing, and is told of', async () => {
    const token = await addToken(state, wish('laptop'))
    const troubles: string[] = []
    const book = open({ onTrouble: what => troubles.push(what) })
    expect(book.find(token, 'bearer')).toBeDefined()
    await chmod(tokensFile(state), 0o644)
    expect(book.find(token, 'bearer')).toBeUndefined()
    await chmod(tokensFile(state), 0o600)
    expect(book.find(token, 'bearer')).toBeDefined()
    await writeFile(tokensFile(state), '{"version":1,"tokens":[{}]}')
    expect(book.find(token, 'bearer')).toBeUndefined()
    expect(book.find(TOKENS.alice, 'bearer')).toBeDefined()
    expect(troubles).toEqual(['tokens', 'tokens'])
  })

  test('the hash of nothing is no way in', async () => {
    const config = configIn(folder)
    const tokens = [{ name: 'none', sha256: sha256(''), scopes: scopesOf('admin'), expiresAt: undefined }]
    const principal = { ...config.principals.get('alice')!, tokens }
    const book = new TokenBook({ ...config, principals: new Map([['alice', principal]]) })
    books.push(book)
    for (const each of ['', ' ', '\u0000']) expect(book.find(each, 'bearer')).toBeUndefined()
  })

  test('people are read again when the config changes; a mistake in it changes nothing', async () => {
    const path = join(folder, 'gateway.json')
    const save = (role: string) => {
      const principals = { alice: { role, tokens: { t: { sha256: sha256('one') } } } }
      return writeFile(path, JSON.stringify({ version: 1, principals, stateFolder: state }), { mode: 0o600 })
    }
    await save('editor')
    const troubles: string[] = []
    const reread = () => readGatewayConfig({ path }).principals
    const book = new TokenBook(readGatewayConfig({ path }), {
      reread,
      onTrouble: what => troubles.push(what),
    })
    books.push(book)
    const end = book.endOf(book.find('one', 'bearer')!)
    await save('edtor')
    expect(book.find('one', 'bearer')?.scopes).toEqual(scopesOf('editor'))
    expect(troubles).toEqual(['config'])
    expect(end.aborted).toBe(false)
    await save('viewer')
    expect(book.find('one', 'bearer')?.scopes).toEqual(scopesOf('viewer'))
    expect(end.aborted).toBe(true)
  })
})
