import { shopInfo } from '#domain/shop-info.ts'
/** The title of a private page; search engines must not index it. */
export function PageTitle({ children }: { children: string }) {
  return (
    <>
      <title>{`${children} · ${shopInfo.name}`}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}
