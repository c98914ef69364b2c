import type { Scene } from '#kit/scene/scene.ts'
import { blogFace, blogGold, blogSilk, blogWardrobe } from './blog.ts'
import { categoryAccessories, categoryCosmetics, categoryDress, categoryJewellery } from './categories.ts'
import { footers } from './footer.ts'
import { hero, heroPhone } from './hero.ts'
import { journal } from './journal.ts'
import { avatar } from './placeholders.ts'
import { promoBag, promoDress, promoScent } from './promos.ts'

interface SitePicture {
  width: number
  height: number
  widths: number[]
  scene: () => Scene
}

const wide = (scene: () => Scene): SitePicture => ({ width: 1920, height: 1080, widths: [640, 960, 1280, 1920], scene })
const card = (scene: () => Scene): SitePicture => ({ width: 960, height: 1200, widths: [320, 640, 960], scene })
const landscape = (scene: () => Scene): SitePicture => ({ width: 960, height: 640, widths: [480, 960], scene })
const square = (scene: () => Scene): SitePicture => ({ width: 320, height: 320, widths: [160, 320], scene })

/** The pictures of the storefront, by name. */
export const siteArt: Record<string, SitePicture> = {
  hero: wide(hero),
  'hero-phone': { width: 960, height: 1200, widths: [480, 960], scene: heroPhone },
  'category-accessories': card(categoryAccessories),
  'category-dress': card(categoryDress),
  'category-jewellery': card(categoryJewellery),
  'category-cosmetics': card(categoryCosmetics),
  'promo-1': landscape(promoBag),
  'promo-2': landscape(promoDress),
  'promo-3': landscape(promoScent),
  'blog-1': landscape(blogSilk),
  'blog-2': landscape(blogWardrobe),
  'blog-3': landscape(blogGold),
  'blog-4': landscape(blogFace),
  ...Object.fromEntries(footers.map((scene, i) => [`footer-${i + 1}`, square(scene)])),
  avatar: { width: 160, height: 160, widths: [160], scene: avatar },
}

/** The pictures of the journal's articles; only the pages of the articles load them. */
export const journalArt: Record<string, SitePicture> = Object.fromEntries(
  Object.entries(journal).map(([name, scene]) => [
    name,
    { width: 1600, height: 1067, widths: [480, 800, 1200, 1600], scene },
  ]),
)
