/** Schema.org data about the page for search engines; `<` is escaped so that no text can close the script element. */
export const JsonLd = ({ about }: { about: object }) => (
  <script
    type="application/ld+json"
    // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which every `<` is escaped
    dangerouslySetInnerHTML={{
      __html: JSON.stringify({ '@context': 'https://schema.org', ...about }).replaceAll('<', '\\u003c'),
    }}
  />
)
