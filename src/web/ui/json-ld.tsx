import { useState } from 'react'
import { useHydrated } from './use-hydrated.ts'

/**
 * Schema.org data about the page for search engines; `<` is escaped so that no text can close the script element. Search
 * engines read the server's HTML: a caller whose data costs code leaves `about` out in the browser, where this keeps what
 * the server has written, and adds nothing to a page that was opened from another one.
 */
export function JsonLd({ about }: { about: object | undefined }) {
  const isHydrated = useHydrated()
  const [isOpenedInBrowser] = useState(isHydrated)
  if (!about && isOpenedInBrowser) return null
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which every `<` is escaped
      dangerouslySetInnerHTML={{
        __html: about ? JSON.stringify({ '@context': 'https://schema.org', ...about }).replaceAll('<', '\\u003c') : '',
      }}
    />
  )
}
