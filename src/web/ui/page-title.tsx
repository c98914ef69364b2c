import { useShop } from '../settings/api.ts'

/** The title of a private page; search engines must not index it. */
export function PageTitle({ children }: { children: string }) {
  const { name } = useShop()
  return (
    <>
      <title>{`${children} · ${name}`}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}
