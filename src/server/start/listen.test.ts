import { afterEach, expect, test, vi } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { serve } from './listen.ts'

afterEach(() => void vi.unstubAllEnvs())

test('an address that this machine does not have is refused', async () => {
  vi.stubEnv('NODE_ENV', 'production') // with the built pages
  const { shop, connection } = await testApp({}, { HOST: '192.0.2.1' })
  await expect(serve({ ...shop, connection, log: console })).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringContaining('HOST is 192.0.2.1, which is no address of this machine'),
  })
})
