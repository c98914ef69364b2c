import { data } from 'react-router'
import { Article } from '../blog/article.tsx'
import { posts } from '../blog/posts.ts'
import { MissingPage } from '../layout/missing-page.tsx'
import type { Route } from './+types/blog-post'

const find = (slug: string) => posts.find(post => post.slug === slug)

export const loader = ({ params }: Route.LoaderArgs) => (find(params.post) ? null : data(null, { status: 404 }))

export const clientLoader = () => null

export default function BlogPost({ params }: Route.ComponentProps) {
  const post = find(params.post)
  return post ? <Article key={post.slug} post={post} /> : <MissingPage />
}
