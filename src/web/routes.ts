import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { posts } from './blog/posts.ts'
import { infoPages } from './pages/pages.ts'

export default [
  route('sitemaps/pages.xml', 'routes/sitemap-pages.ts'),
  layout('routes/shop-layout.tsx', [
    index('routes/home.tsx'),
    route('shop', 'routes/shop.tsx'),
    route('shop/:id/:name?', 'routes/product.tsx'),
    route('categories/:categoryName', 'routes/category.tsx'),
    route('success', 'routes/success.tsx'),
    route('orders/:orderId', 'routes/order.tsx'),
    route('search', 'routes/search.tsx'),
    route('pages', 'routes/pages.tsx'),
    ...infoPages.map(({ slug }) => route(`pages/${slug}`, `pages/${slug}.tsx`)),
    route('contact', 'routes/contact.tsx'),
    route('blogs', 'routes/blogs.tsx'),
    ...posts.map(({ slug }) => route(`blogs/${slug}`, `blog/articles/${slug}.tsx`)),
    route('*', 'routes/not-found.tsx'),
  ]),
  route('login', 'routes/login.tsx'),
  route('register', 'routes/register.tsx'),
  route('forgot-password', 'routes/forgot-password.tsx'),
  route('reset-password', 'routes/reset-password.tsx'),
  route('verify-email', 'routes/verify-email.tsx'),
  route('dashboard', 'routes/dashboard/layout.tsx', [
    index('routes/dashboard/home.tsx'),
    route('orders', 'routes/dashboard/orders.tsx'),
    route('payments', 'routes/dashboard/payments.tsx'),
    route('profile', 'routes/dashboard/profile.tsx'),
    route('reviews', 'routes/dashboard/reviews.tsx'),
    layout('routes/admin/layout.tsx', [
      route('admin', 'routes/admin/home.tsx'),
      route('users', 'routes/admin/users.tsx'),
      route('manage-reviews', 'routes/admin/reviews.tsx'),
      route('messages', 'routes/admin/messages.tsx'),
      route('searches', 'routes/admin/searches.tsx'),
      route('audit', 'routes/admin/audit.tsx'),
      route('proof', 'routes/admin/proof.tsx'),
      route('manage-orders', 'routes/admin/orders.tsx'),
      route('manage-products', 'routes/admin/products.tsx'),
      route('add-product', 'routes/admin/add-product.tsx'),
      route('import-products', 'routes/admin/import-products.tsx'),
      route('update-product/:id', 'routes/admin/update-product.tsx'),
    ]),
  ]),
] satisfies RouteConfig
