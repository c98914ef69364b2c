import { BlogGrid } from '../blog/blog-grid.tsx'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { textLink } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { PageHead } from '../ui/page-head.tsx'

const trail = [
  { name: 'Home', path: '/' },
  { name: 'Journal', path: '/blogs' },
]

export default function Blogs() {
  return (
    <div className="container-page py-6 md:py-10">
      <PageHead
        title="Journal"
        description="Notes from the house: caring for silk, small wardrobes, layered gold and mornings without time."
        path="/blogs"
      />
      <Breadcrumb trail={trail} />
      <h1 className="text-4xl md:text-6xl">Journal</h1>
      <p className="mt-4 mb-12 max-w-[44ch] text-lg text-stone leading-relaxed">
        Notes from the house, on wearing things often and keeping them long.
      </p>
      <h2 className="sr-only">Posts</h2>
      <BlogGrid />
      <p className="mt-14 border-line border-t pt-6 text-sm text-stone">
        Is there something that you would like to read about?{' '}
        <Link to="/contact" className={textLink}>
          Write to us
        </Link>
      </p>
    </div>
  )
}
