import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'

let isShort = false
const { app, db } = await testApp({ limits: noLimits, space: { isShort: () => isShort } })
const letter = { name: 'Ada', email: 'ada@shop.test', subject: 'Silk', message: 'Is it silk?' }
const write = () => app.inject({ method: 'POST', url: '/api/contact', payload: letter })

test('while the disk is almost full everything is shown and nothing is taken', async () => {
  const { id } = await createProduct(db)
  isShort = true
  const refused = await write()
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('30')
  expect(refused.json().message).toBe('The shop cannot take anything down at the moment. Please try again later.')
  for (const url of [`/api/products/${id}`, '/api/search?q=silk', '/api/auth/session', '/health/ready'])
    expect((await app.inject(url)).statusCode, url).toBe(200)
  isShort = false
  expect((await write()).statusCode).toBe(201)
})
