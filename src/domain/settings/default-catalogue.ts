import { categories } from '../products/product.ts'
import type { Catalogue } from './catalogue.ts'

const words: Record<(typeof categories)[number], string> = {
  accessories:
    'Bags, belts, hats and scarves, made to be used every day and to outlast the season they were bought in.',
  dress: 'Silk, wool, linen and velvet, cut to be worn for years: dresses for mornings, offices and late evenings.',
  jewellery: 'Gold, silver, pearls and stones in quiet settings, for wearing every day rather than for a safe.',
  cosmetics: 'A few colours, a few creams and two perfumes: what a face needs, and nothing that it does not.',
}
/** The categories and colors with which a shop begins. */
export const defaultCatalogue: Catalogue = {
  categories: categories.map(address => ({
    id: address,
    name: address.charAt(0).toUpperCase() + address.slice(1),
    address,
    words: words[address],
    picture: null,
    former: [],
  })),
  colors: [
    { id: 'black', name: 'black', swatch: '#1f1c1b' },
    { id: 'red', name: 'red', swatch: '#a6283a' },
    { id: 'gold', name: 'gold', swatch: '#c79a3b' },
    { id: 'blue', name: 'blue', swatch: '#2f4f86' },
    { id: 'silver', name: 'silver', swatch: '#b9bcc0' },
    { id: 'beige', name: 'beige', swatch: '#d9c7aa' },
    { id: 'green', name: 'green', swatch: '#3f6b4f' },
  ],
}
