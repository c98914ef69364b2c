/** What the browser's tab and search engines call a page. */
export function PageTitle({ children, description }: { children?: string; description?: string }) {
  return (
    <>
      <title>{children ? `${children} · Vitrine` : 'Vitrine, a small fashion house'}</title>
      {description && <meta name="description" content={description} />}
    </>
  )
}
