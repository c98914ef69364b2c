import { data } from 'react-router'
import { MissingPage } from '../layout/missing-page.tsx'
import { PageBody } from '../pages/page-body.tsx'
import { housePages } from '../pages/pages.ts'
import type { Route } from './+types/page'

const find = (slug: string) => housePages.find(page => page.slug === slug)

export const loader = ({ params }: Route.LoaderArgs) => (find(params.page) ? null : data(null, { status: 404 }))

export const clientLoader = () => null

export default function Page({ params }: Route.ComponentProps) {
  const page = find(params.page)
  return page ? <PageBody page={page} /> : <MissingPage />
}
