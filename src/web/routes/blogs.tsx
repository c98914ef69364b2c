import { BlogGrid } from '../blog/blog-grid.tsx'
import { PageTitle } from '../ui/page-title.tsx'

export default function Blogs() {
  return (
    <div className="container-page py-14 md:py-20">
      <PageTitle>Journal</PageTitle>
      <h1 className="text-4xl md:text-5xl">Journal</h1>
      <p className="mt-4 mb-12 max-w-prose text-stone">
        The full posts are being written. Here is what they are about.
      </p>
      <h2 className="sr-only">Posts</h2>
      <BlogGrid />
    </div>
  )
}
