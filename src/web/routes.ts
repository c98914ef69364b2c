import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('routes/shop-layout.tsx', [
    index('routes/home.tsx'),
    route('shop', 'routes/shop.tsx'),
    route('shop/:id', 'routes/product.tsx'),
    route('categories/:categoryName', 'routes/category.tsx'),
    route('success', 'routes/success.tsx'),
    route('orders/:orderId', 'routes/order.tsx'),
    route('search', 'routes/search.tsx'),
    route('pages', 'routes/pages.tsx'),
    route('contact', 'routes/contact.tsx'),
    route('blogs', 'routes/blogs.tsx'),
    route('login', 'routes/login.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
] satisfies RouteConfig
