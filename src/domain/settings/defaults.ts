import { shopInfo } from '../shop-info.ts'
import { defaultAccent } from './accent.ts'
import { defaultCatalogue } from './default-catalogue.ts'
import type { Settings } from './section.ts'

const always = { from: null, until: null }

/** The settings with which a shop begins. */
export const defaultSettings: Settings = {
  identity: { name: shopInfo.name, tagline: 'a small fashion house', mark: null, accent: defaultAccent },
  contact: {
    address: [...shopInfo.address],
    phone: shopInfo.phone,
    email: shopInfo.email,
    social: [],
    legal: '',
  },
  emails: {
    senderName: '',
    senderAddress: '',
    placed: 'We pack it, and write to you as soon as it is on its way.',
    shipped: '',
    refunded: 'How soon you see it is up to your bank: usually it takes no more than ten working days.',
  },
  announcement: { text: '', link: '', ...always },
  home: {
    description:
      'Dresses, accessories, jewellery and cosmetics, chosen one piece at a time. Free delivery, and a 100% money-back guarantee.',
    heroes: [
      {
        eyebrow: 'Up to 20% discount',
        title: 'Chosen, one piece at a time',
        text: 'Dresses, jewellery and small beautiful things from a house with a single window.',
        label: 'Explore the shop',
        link: '/shop',
        picture: null,
        alt: '',
        ...always,
      },
    ],
    banners: [
      { eyebrow: 'Up to 20% discount', title: 'Carried well', link: '/categories/accessories' },
      { eyebrow: 'New in the window', title: 'Evening, softly lit', link: '/categories/dress' },
      { eyebrow: 'The dressing table', title: 'Colour, carefully', link: '/categories/cosmetics' },
    ].map(banner => ({ ...banner, picture: null, ...always })),
    deals: {
      isShown: true,
      eyebrow: 'Up to 20% discount',
      title: 'Deals of the month',
      text: 'A few pieces we love, at a kinder price, before the window changes.',
      label: 'See the pieces',
      link: '/sale',
      ...{ days: '14', hours: '20', mins: '15', secs: '05' },
    },
    benefits: [
      { title: 'Free delivery', text: 'On every order, wherever we send it.' },
      { title: '100% money-back guarantee', text: 'If it is not right, it comes back to us.' },
      { title: 'Strong support', text: 'A person answers, and knows the pieces.' },
    ],
  },
  catalogue: defaultCatalogue,
  collections: { items: [] },
  lists: { ofProducts: [] },
  menus: {
    header: [
      { label: 'Home', link: '/' },
      { label: 'Shop', link: '/shop' },
      { label: 'Pages', link: '/pages' },
      { label: 'Contact', link: '/contact' },
    ],
    footer: [
      {
        title: 'Company',
        links: [
          { label: 'About us', link: '/pages/about' },
          { label: 'Journal', link: '/blogs' },
          { label: 'Contact', link: '/contact' },
          { label: 'Privacy', link: '/pages/privacy' },
          { label: 'Terms', link: '/pages/terms' },
        ],
        hasCategories: false,
      },
      {
        title: 'Useful links',
        links: [
          { label: 'Shipping & returns', link: '/pages/shipping-returns' },
          { label: 'Size guide', link: '/pages/size-guide' },
          { label: 'FAQ', link: '/pages/faq' },
          { label: 'Shop all', link: '/shop' },
          { label: 'Sale', link: '/sale' },
        ],
        hasCategories: true,
      },
    ],
  },
  delivery: { zones: [] },
  tax: { kind: 'none', label: 'VAT', rates: [] },
  returns: { days: 30, payer: 'shop', exempt: [], address: [], labelLink: '' },
  currency: { code: 'USD', priceBands: [50, 100, 200] },
  staff: { refundLimitCents: 0 },
}
