import { shopInfo } from '#domain/shop-info.ts'
/** What the browser's tab calls a page that is nobody else's business: search engines leave it out. */
export function PageTitle({ children }: { children: string }) {
  return (
    <>
      <title>{`${children} · ${shopInfo.name}`}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}
