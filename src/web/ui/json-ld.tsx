/** What a page is about, in the words of schema.org for search engines; `<` is escaped so that no text can end the script. */
export const JsonLd = ({ about }: { about: object }) => (
  <script
    type="application/ld+json"
    // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which every `<` is escaped
    dangerouslySetInnerHTML={{
      __html: JSON.stringify({ '@context': 'https://schema.org', ...about }).replaceAll('<', '\\u003c'),
    }}
  />
)
