import { expect, test } from 'vitest'
import type { Credential } from './credential.js'
import { PageKey } from './page-key.fixture.js'
import { ProofOffice } from './proof-office.js'
import { digestOf } from './secret.js'

const HOME = 'http://127.0.0.1:7431'

function cookieOf(key: PageKey): Credential {
  const digest = digestOf(key.name)
  return {
    ...{
      name: 'pass',
      principal: 'owner',
      label: 'owner',
      means: 'cookie',
      scopes: new Set(),
      key: key.name,
    },
    ...{ digest, sha256: digest.toString('hex'), origin: HOME },
    ...{ session: undefined, agent: undefined, expiresAt: undefined, parent: undefined },
  }
}

test('a signature counts where its page is: one that names another port, host or scheme proves nothing', () => {
  const office = new ProofOffice(Date.now)
  const key = new PageKey()
  const cookie = cookieOf(key)
  const others = [
    ...['http://127.0.0.1:7432', 'http://127.0.0.1', 'http://localhost:7431', 'https://127.0.0.1:7431'],
    ...[`${HOME}/`, `${HOME} `, '', 'null', 'undefined'],
  ]
  for (const origin of others) {
    const proof = key.sign(office.challenge(cookie), origin)
    expect([origin, office.isProof(cookie, proof)]).toEqual([origin, false])
  }
  expect(office.isProof(cookie, key.sign(office.challenge(cookie), HOME))).toBe(true)
})

test('what was given to no page is proven by nothing', () => {
  const office = new ProofOffice(Date.now)
  const key = new PageKey()
  const cookie = { ...cookieOf(key), origin: undefined }
  expect(office.isProof(cookie, key.sign(office.challenge(cookie), 'undefined'))).toBe(false)
})
