import { use } from 'react'
import { imagePath } from '#domain/products/product.ts'
import { useShop } from '../settings/api.ts'
import { JsonLd } from '../ui/json-ld.tsx'
import { OriginContext } from '../ui/origin.ts'

/** The shop and its search, for search engines: https://schema.org/Organization and https://schema.org/WebSite */
export function ShopData() {
  const origin = use(OriginContext)
  const { name, email, phone, address, mark, hasDefaultName, social } = useShop()
  const logo = mark ? imagePath(mark.id, 640, 'webp') : hasDefaultName ? '/favicon.png' : undefined
  return (
    <>
      <JsonLd
        about={{
          '@type': 'Organization',
          name,
          url: `${origin}/`,
          logo: logo && origin + logo,
          email,
          sameAs: social.length > 0 ? social.map(({ link }) => link) : undefined,
          telephone: phone || undefined,
          address: {
            '@type': 'PostalAddress',
            streetAddress: address[0],
            addressLocality: address.slice(1).join(', '),
          },
        }}
      />
      <JsonLd
        about={{
          '@type': 'WebSite',
          name,
          url: `${origin}/`,
          potentialAction: {
            '@type': 'SearchAction',
            target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search?q={search_term_string}` },
            'query-input': 'required name=search_term_string',
          },
        }}
      />
    </>
  )
}
