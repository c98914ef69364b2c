// The owner of the shop in the trial, who changes what visitors see.
import { randomUUID } from 'node:crypto'

export type Owner = Awaited<ReturnType<typeof signInOwner>>

/** Signs in, at the cache or at the shop itself. */
export async function signInOwner(shop: string, email: string, password: string) {
  const login = await fetch(`${shop}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!login.ok) throw new Error(`The owner cannot sign in: ${login.status} ${await login.text()}`)
  const cookie = login.headers
    .getSetCookie()
    .map(each => each.split(';')[0])
    .join('; ')

  /** Sends a change, again after a broken connection or a 503. */
  async function send(method: string, path: string, payload?: object) {
    for (let tries = 0; ; tries += 1) {
      const answer = await fetch(`${shop}/api${path}`, {
        method,
        headers: { cookie, ...(payload && { 'content-type': 'application/json' }) },
        ...(payload && { body: JSON.stringify(payload) }),
      }).catch((error: unknown) => (error instanceof TypeError ? undefined : Promise.reject(error)))
      if (answer?.ok) return (await answer.json()).data
      const isBusy = answer === undefined || answer.status >= 500
      if (!isBusy || tries > 20) throw new Error(`${method} ${path}: ${answer?.status} ${await answer?.text()}`)
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }

  const section = async (name: string, change: (value: Record<string, unknown>) => object) => {
    const { value, version } = (await send('GET', '/settings/sections'))[name]
    await send('PUT', `/settings/sections/${name}`, { value: { ...value, ...change(value) }, version })
  }
  const words = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })

  return {
    cookie,
    send,
    setPrice: (id: string, price: number) => send('PATCH', `/products/update-product/${id}`, { price }),
    async sellOut(id: string) {
      const { counts } = await send('GET', `/stock/${id}`)
      const none = counts.map(({ variantId, shelf }: { variantId: string; shelf: number | null }) => ({
        variantId,
        shelf: 0,
        seen: shelf,
      }))
      await send('PUT', '/stock/counts', { counts: none })
    },
    rename: (name: string) => section('identity', () => ({ name })),
    nameCategory: (name: string) =>
      section('catalogue', ({ categories }) => {
        const [first, ...others] = categories as object[]
        return { categories: [{ ...first, name }, ...others] }
      }),
    async post(title: string, publishedFrom: Date) {
      const address = `post-${randomUUID()}`
      const texts = { title, address, summary: 'Warm.', author: 'Ines', alt: '', seoTitle: '', seoDescription: '' }
      const content = {
        ...{ kind: 'post', ...texts, showsSummary: true, picture: null, document: words('Wash it cold.') },
        publishedFrom: publishedFrom.toISOString(),
      }
      await send('PUT', `/content/${randomUUID()}`, { content, version: 0 })
    },
    beginSale: (id: string, salePrice: number, at: Date) =>
      send('PATCH', `/products/update-product/${id}`, { salePrice, saleFrom: at.toISOString() }),
    remove: (id: string) => send('DELETE', `/products/${id}`),
  }
}
