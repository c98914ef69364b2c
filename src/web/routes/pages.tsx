import { contentEndpoints, usePagesQuery } from '../content/api.ts'
import { Loaded } from '../content/loaded.tsx'
import { prefetch } from '../prefetch.ts'
import { useShop } from '../settings/api.ts'
import { Art } from '../ui/art.tsx'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { Link } from '../ui/link.tsx'
import { PageHead } from '../ui/page-head.tsx'
import type { Route } from './+types/pages'

const trail = [
  { name: 'Home', path: '/' },
  { name: 'Pages', path: '/pages' },
]

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, [contentEndpoints.pages, undefined])

export const clientLoader = () => null

export default function Pages() {
  const answer = usePagesQuery()
  const { name, hasDefaultName } = useShop()
  return (
    <div className="container-page py-6 md:py-10">
      <PageHead
        title="Pages"
        description={`About ${name}, delivery and returns, sizes, questions, privacy and terms.`}
        path="/pages"
      />
      <Breadcrumb trail={trail} />
      <div className="grid gap-10 lg:grid-cols-[1fr_24rem] lg:gap-20">
        <div>
          <h1 className="text-4xl md:text-6xl">Pages</h1>
          <Loaded answer={answer}>
            {pages => (
              <ul className="mt-10 border-line border-t">
                {pages.map(({ address, title, summary }) => (
                  <li key={address} className="border-line border-b">
                    <Link to={`/pages/${address}`} className="group grid gap-x-8 gap-y-1 py-5 sm:grid-cols-[15rem_1fr]">
                      <span className="font-display text-xl group-hover:text-rosewood">{title}</span>
                      <span className="text-stone leading-relaxed">{summary}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </Loaded>
        </div>
        {hasDefaultName && (
          <Art
            name="category-dress"
            alt=""
            sizes="(width >= 64rem) 24rem, 1px"
            className="aspect-4/5 w-full self-start rounded-card object-cover max-lg:hidden"
          />
        )}
      </div>
    </div>
  )
}
