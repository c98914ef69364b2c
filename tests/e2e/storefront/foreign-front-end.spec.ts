import Fastify from 'fastify'
import { createProduct } from '../../support/builders.ts'
import { freePort } from '../../support/shop.ts'
import { typeCard } from '../buying.ts'
import { expect, openShop, test } from '../test.ts'

/** A front end of another developer, which calls the API without credentials, as many do. */
function frontEnd(api: string, _id: string) {
  const app = Fastify()
  const page = (body: string) => `<!doctype html><link rel="icon" href="data:,"><main>${body}</main>`
  const buy = `
    <h1>Another shop window</h1><button>Buy</button>
    <script>
      const key = crypto.randomUUID()
      document.querySelector('button').onclick = async () => {
        const answer = await fetch('${api}/api/orders/create-checkout-session', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': key },
          body: JSON.stringify({ products: [{ _id: '${_id}', quantity: 1 }] }),
        })
        location.href = (await answer.json()).url
      }
    </script>`
  const thanks = `
    <h1>Welcome back</h1><p></p>
    <script>
      const session_id = new URLSearchParams(location.search).get('session_id')
      fetch('${api}/api/orders/confirm-payment', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ session_id }),
      })
        .then(answer => answer.json())
        .then(({ data }) => (document.querySelector('p').textContent = data.status))
    </script>`
  app.get('/shop', (_, reply) => reply.type('text/html').send(page(buy)))
  app.get('/success', (_, reply) => reply.type('text/html').send(page(thanks)))
  return app
}

test('a buyer on a front end of another origin pays and returns to it', async ({ page }) => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const shop = await openShop({ CORS_ORIGINS: origin })
  const { id } = await createProduct(shop.db, { name: 'Silk dress' })
  const front = frontEnd(shop.url, id)
  await front.listen({ port })

  await page.goto(`${origin}/shop`)
  await page.getByRole('button', { name: 'Buy' }).click()
  await page.waitForURL('**/sandbox/pay/**')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL(`${origin}/shop?cart=open`)
  await page.getByRole('button', { name: 'Buy' }).click()
  await page.waitForURL('**/sandbox/pay/**')
  await typeCard(page, '4242 4242 4242 4242')
  await page.waitForURL(`${origin}/success?session_id=cs_**`)
  await expect(page.getByText('pending')).toBeVisible()

  await front.close()
  await shop.close()
})
