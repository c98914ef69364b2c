import { isCurrency, maxChargeCents } from '../currency.ts'
import { formatCents } from '../money.ts'
import { isEmail, readEmail } from '../users/user.ts'
import { accentError, readColor } from './accent.ts'
import { FieldError, fieldsOf } from './fields.ts'
import { readAddressLines } from './read-address.ts'
import { readCatalogue } from './read-catalogue.ts'
import { readCollections } from './read-collections.ts'
import { readDelivery, readTax } from './read-costs.ts'
import { readLists } from './read-lists.ts'
import { readMenus } from './read-menus.ts'
import { readReturnPolicy } from './read-return-policy.ts'
import { settingsLimits as max, type Section, type Settings } from './section.ts'

/**
 * Reads a section of the settings that an admin sends. Never throws.
 * @returns the section as it is stored, or one sentence about the first field that cannot be used, with its place
 */
export function readSection<Name extends Section>(
  name: Name,
  sent: unknown,
): { value: Settings[Name]; error?: undefined } | { error: string; field: string } {
  try {
    return { value: readers[name](sent) }
  } catch (error) {
    if (error instanceof FieldError) return { error: error.message, field: error.field }
    throw error
  }
}

const maxBand = 10_000_000

const readers: { [Name in Section]: (sent: unknown) => Settings[Name] } = {
  identity(sent) {
    const { text, picture, fail } = fieldsOf(sent)
    const accent = readColor(text('accent', 'The accent', 20))
    if (!accent) return fail('accent', 'The accent must be a color such as #8e2f3c.')
    const tooPale = accentError(accent)
    if (tooPale) fail('accent', tooPale)
    return {
      name: text('name', 'The name of the shop', max.name, { isNeeded: true }),
      tagline: text('tagline', 'The tagline', max.tagline),
      mark: picture('mark', 'The mark'),
      accent,
    }
  },

  contact(sent) {
    const { text, list, fail } = fieldsOf(sent)
    const email = text('email', 'The e-mail address', 254, { isNeeded: true })
    if (!isEmail(email)) fail('email', 'Please type the whole e-mail address, with its @ and its ending.')
    const phone = text('phone', 'The telephone number', max.phone)
    if (phone && !/^\+?[\d\s()./-]{5,}$/.test(phone))
      fail('phone', 'The telephone number can have digits, spaces and + - ( ) . / only.')
    return {
      address: readAddressLines(sent),
      phone,
      email: readEmail(email) ?? email,
      social: list('social', 'Social links', max.socialLinks, (item, place) => {
        const { text, link } = fieldsOf(item, place)
        return {
          label: text('label', 'The name of a social link', max.label, { isNeeded: true }),
          link: link('link', 'A social link', { isNeeded: true }),
        }
      }),
      legal: text('legal', 'The legal details', max.legal, { hasLines: true }),
    }
  },

  emails(sent) {
    const { text, fail } = fieldsOf(sent)
    const senderAddress = text('senderAddress', "The sender's address", 254)
    if (senderAddress && !isEmail(senderAddress))
      fail(
        'senderAddress',
        'Please type the whole address of the sender, with its @ and its ending, or leave it empty.',
      )
    return {
      senderName: text('senderName', "The sender's name", max.name),
      senderAddress: readEmail(senderAddress) ?? senderAddress,
      placed: text('placed', 'The sentence about a paid order', max.sentence),
      shipped: text('shipped', 'The sentence about a shipped order', max.sentence),
      refunded: text('refunded', 'The sentence about a refunded order', max.sentence),
    }
  },

  announcement(sent) {
    const { text, link, period } = fieldsOf(sent)
    return {
      text: text('text', 'The announcement', max.announcement),
      link: link('link', 'The link of the announcement'),
      ...period('the announcement'),
    }
  },

  home(sent) {
    const { value, at, text, list, fail } = fieldsOf(sent)
    const heroes = list('heroes', 'Heroes', max.heroes, readHero)
    if (!heroes.some(({ from, until }) => !from && !until))
      fail('heroes', 'One hero must have no dates: it is shown when it is the time of no other.')
    return {
      description: text('description', 'The description for search engines', max.text),
      heroes,
      banners: list('banners', 'Banners', max.banners, readBanner),
      deals: readDeals(value('deals'), at('deals')),
      benefits: list('benefits', 'Benefits', max.benefits, (item, place) => {
        const { text } = fieldsOf(item, place)
        return {
          title: text('title', 'The title of a benefit', max.title, { isNeeded: true }),
          text: text('text', 'The text of a benefit', max.text),
        }
      }),
    }
  },

  catalogue: readCatalogue,
  collections: readCollections,
  lists: readLists,
  menus: readMenus,
  delivery: readDelivery,
  tax: readTax,
  returns: readReturnPolicy,

  currency(sent) {
    const { value, list, fail } = fieldsOf(sent)
    const code = value('code')
    if (!isCurrency(code)) return fail('code', 'Choose one of the currencies.')
    const sentence = `A price band ends at a whole amount from 1 to ${maxBand.toLocaleString('en-US')}, each above the one before.`
    const priceBands = list('priceBands', 'Price bands', max.priceBands, item => {
      const isWhole = typeof item === 'number' && Number.isInteger(item) && item >= 1 && item <= maxBand
      return isWhole ? item : fail('priceBands', sentence)
    })
    if (priceBands.length === 0) fail('priceBands', 'Type at least one amount at which a price band ends.')
    if (priceBands.some((end, place) => end <= (priceBands[place - 1] ?? 0))) fail('priceBands', sentence)
    return { code, priceBands }
  },

  staff(sent) {
    const { value, fail } = fieldsOf(sent)
    const cents = value('refundLimitCents')
    const isUsable = typeof cents === 'number' && Number.isInteger(cents) && cents >= 0 && cents <= maxChargeCents
    if (!isUsable)
      return fail(
        'refundLimitCents',
        `The limit must be an amount from ${formatCents(0).replace(/\.00$/, '')} to ${formatCents(maxChargeCents)}.`,
      )
    return { refundLimitCents: cents || 0 }
  },
}

function readHero(item: unknown, place: string): Settings['home']['heroes'][number] {
  const { text, link, picture, period } = fieldsOf(item, place)
  return {
    eyebrow: text('eyebrow', 'The line above the title', max.eyebrow),
    title: text('title', 'The title of the hero', max.title, { isNeeded: true }),
    text: text('text', 'The text of the hero', max.text),
    label: text('label', "The label of the hero's button", max.label, { isNeeded: true }),
    link: link('link', 'The link of the hero', { isNeeded: true }),
    picture: picture('picture', 'The picture of the hero'),
    alt: text('alt', 'The description of the picture', max.text),
    ...period('the hero'),
  }
}

function readBanner(item: unknown, place: string): Settings['home']['banners'][number] {
  const { text, link, picture, period } = fieldsOf(item, place)
  return {
    eyebrow: text('eyebrow', 'The line above the title', max.eyebrow),
    title: text('title', 'The title of the banner', max.title, { isNeeded: true }),
    link: link('link', 'The link of the banner', { isNeeded: true }),
    picture: picture('picture', 'The picture of the banner'),
    ...period('the banner'),
  }
}

function readDeals(sent: unknown, place: string): Settings['home']['deals'] {
  const { value, text, link, fail } = fieldsOf(sent, place)
  const isShown = value('isShown')
  if (typeof isShown !== 'boolean') return fail('isShown', 'Say whether the deals are shown.')
  const number = (name: string) => {
    const digits = text(name, `The number of ${name}`, max.number, { isNeeded: true })
    return /^\d+$/.test(digits) ? digits : fail(name, `The number of ${name} must be digits, such as 05.`)
  }
  return {
    isShown,
    eyebrow: text('eyebrow', 'The line above the deals', max.eyebrow),
    title: text('title', 'The title of the deals', max.title, { isNeeded: true }),
    text: text('text', 'The text of the deals', max.text),
    label: text('label', "The label of the deals' button", max.label, { isNeeded: true }),
    link: link('link', 'The link of the deals', { isNeeded: true }),
    ...{ days: number('days'), hours: number('hours'), mins: number('mins'), secs: number('secs') },
  }
}
