import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { refusedLicences } from './licences.ts'
import { findSecrets } from './secrets.ts'

const licensed = (expression: string) => [{ name: 'thing', version: '1.0.0', licenses: [{ expression }] }]

test.each(['MIT', 'MIT OR GPL-3.0', '(MIT AND ISC)', 'Apache-2.0 AND LGPL-3.0-or-later'])('%s is accepted', terms => {
  expect(refusedLicences(licensed(terms))).toEqual([])
})

test.each(['GPL-3.0', 'MIT AND AGPL-3.0', 'SEE LICENSE IN file', ''])('"%s" is refused', terms => {
  expect(refusedLicences(licensed(terms))).toEqual([`thing 1.0.0: ${terms || 'no licence'}`])
})

describe('a secret in a text is found:', () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 1024,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const letters = 'a1B2c3D4'.repeat(4)
  test.each([
    ['a key of Stripe', `sk_live_${letters}`],
    ['the password of a database', `postgres://shop:${letters}@db.boutique.com/shop`],
    ['a private key', privateKey],
  ])('%s', async (_what, secret) => {
    expect(await findSecrets('a.txt', `first line\n${secret}\n`)).toEqual([expect.stringMatching(/^a\.txt:2 /)])
  })

  test('but not one that is made up for an example', async () => {
    expect(await findSecrets('a.txt', `postgres://shop:${letters}@db.shop.example/shop`)).toEqual([])
  })
})
