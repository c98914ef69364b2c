import type { ReactNode } from 'react'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { Prose } from '../ui/prose.tsx'
import { ArticleHead } from './article-head.tsx'
import { type ArticleArt, ArticlePicture } from './article-picture.tsx'
import { OtherPosts } from './other-posts.tsx'
import { dayOf, type PostSlug, postOf, postPath } from './posts.ts'

interface ArticleProps {
  slug: PostSlug
  cover: ArticleArt
  /** The alternative text of the cover. */
  alt: string
  /** The text of the post. */
  children: ReactNode
}

/** A post as a page: title, cover, text, and links to the previous and next post. */
export function Article({ slug, cover, alt, children }: ArticleProps) {
  const post = postOf(slug)
  const trail = [
    { name: 'Home', path: '/' },
    { name: 'Journal', path: '/blogs' },
    { name: post.title, path: postPath(post) },
  ]
  return (
    <div className="container-page py-6 md:py-10">
      <ArticleHead post={post} cover={cover} alt={alt} />
      <Breadcrumb trail={trail} />
      <article>
        <header className="mx-auto max-w-3xl text-center">
          <h1 className="text-4xl leading-tight md:text-6xl">{post.title}</h1>
          <p className="mx-auto mt-5 max-w-[46ch] text-lg text-stone leading-relaxed">{post.teaser}</p>
          <p className="mt-5 text-sm">
            By {post.author} · <time dateTime={post.date}>{dayOf(post)}</time> · {post.minutes} minutes to read
          </p>
        </header>
        <ArticlePicture
          name={cover}
          alt={alt}
          sizes="(width >= 80rem) 64rem, 92vw"
          priority
          className="mx-auto mt-10 aspect-3/2 w-full max-w-5xl rounded-card object-cover"
        />
        <Prose className="mx-auto mt-10 text-[1.0625rem] md:mt-14">{children}</Prose>
      </article>
      <OtherPosts post={post} />
    </div>
  )
}
