import { use } from 'react'
import { shopInfo } from '#domain/shop-info.ts'
import { JsonLd } from '../ui/json-ld.tsx'
import { OriginContext } from '../ui/origin.ts'

/** The shop and its search, for search engines: https://schema.org/Organization and https://schema.org/WebSite */
export function ShopData() {
  const origin = use(OriginContext)
  const { name, email, phone, address } = shopInfo
  return (
    <>
      <JsonLd
        about={{
          '@type': 'Organization',
          name,
          url: `${origin}/`,
          logo: `${origin}/favicon.png`,
          email,
          telephone: phone || undefined,
          address: { '@type': 'PostalAddress', streetAddress: address[0], addressLocality: address[1] },
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
