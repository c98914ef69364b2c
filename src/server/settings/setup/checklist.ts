import { defaultSettings } from '#domain/settings/defaults.ts'
import type { Settings } from '#domain/settings/section.ts'
import type { ChecklistItem } from '#domain/settings/setup.ts'
import type { PaymentMode } from './services.ts'

/** What the checklist is made of. */
export interface ShopFacts {
  paymentMode: PaymentMode
  hasWebhookSecret: boolean
  hasMailServer: boolean
  publicOrigin: string
  /** Whether only this machine can reach the public origin. */
  isLoopback: boolean
  /** `own disk`: the folder of the backups is on another disk. `elsewhere`: neither database nor pictures are on this machine. */
  backups: 'same disk' | 'own disk' | 'elsewhere'
  /** Whether the owner has saved the section `identity`. */
  hasOwnName: boolean
  contact: Pick<Settings['contact'], 'address' | 'email'>
  /** The address from which e-mails come, and whether the owner or a setting has named it. */
  sender: { address: string; isChosen: boolean }
  /** The addresses of the pages that nobody has changed since the shop was set up. */
  unchangedPages: string[]
  hasProducts: boolean
  hasDemoProducts: boolean
  /** Whether an admin signs in as admin@vitrine.example. */
  hasFirstAdmin: boolean
}

const services = '/dashboard/settings/services'
const settingsPage = (section: string) => `/dashboard/settings#${section}`

const item = (id: string, isDone: boolean, done: string, open: string, link?: string): ChecklistItem => ({
  id,
  isDone,
  sentence: isDone ? done : open,
  ...(link && { link }),
})

/** Lists what has to be right before the shop sells, with what would go wrong today. */
export const checklistOf = (facts: ShopFacts): ChecklistItem[] => [
  item(
    'name',
    facts.hasOwnName,
    'The shop has its own name.',
    `The shop is still called ${defaultSettings.identity.name}.`,
    settingsPage('identity'),
  ),
  contactItem(facts),
  policiesItem(facts),
  item(
    'products',
    facts.hasProducts,
    'There is something to buy.',
    'There is nothing that anybody can buy.',
    '/dashboard/add-product',
  ),
  item(
    'demo',
    !facts.hasDemoProducts,
    'No demo product is on sale.',
    'Demo products are on sale, which you could not send to anybody.',
    '/dashboard/manage-products',
  ),
  paymentsItem(facts),
  item(
    'webhook',
    facts.hasWebhookSecret,
    'Stripe can tell the shop of payments.',
    'Stripe cannot tell the shop of payments. Set STRIPE_WEBHOOK_SECRET.',
    services,
  ),
  item(
    'email',
    facts.hasMailServer,
    'E-mails are sent by a mail server.',
    'There is no mail server: nobody gets the e-mail that confirms an order. Set SMTP_URL.',
    services,
  ),
  item(
    'sender',
    facts.sender.isChosen,
    `E-mails come from ${facts.sender.address}.`,
    `E-mails come from ${facts.sender.address}, which nobody has chosen: a customer's answer may reach nobody.`,
    settingsPage('emails'),
  ),
  originItem(facts),
  backupsItem(facts),
  item(
    'admin',
    !facts.hasFirstAdmin,
    'Every admin has an address of their own.',
    'An admin signs in as admin@vitrine.example, where no e-mail arrives: register with your own address, make that account an admin, and delete this one.',
    '/dashboard/users',
  ),
]

function contactItem({ contact: { address, email } }: ShopFacts): ChecklistItem {
  const { contact: initial } = defaultSettings
  const old = [
    ...(address.join('\n') === initial.address.join('\n') ? ['address'] : []),
    ...(email === initial.email ? ['e-mail address'] : []),
  ]
  return item(
    'contact',
    old.length === 0,
    'Customers find your own address and e-mail.',
    `The ${old.join(' and the ')} that customers read ${old.length === 1 ? 'is' : 'are'} still invented.`,
    settingsPage('contact'),
  )
}

const legalTexts: [string, string][] = [
  ['terms', 'terms'],
  ['privacy', 'privacy'],
  ['shipping-returns', 'shipping'],
]

function policiesItem({ unchangedPages }: ShopFacts): ChecklistItem {
  const old = legalTexts.filter(([address]) => unchangedPages.includes(address)).map(([, noun]) => noun)
  return item(
    'policies',
    old.length === 0,
    'The texts on terms, privacy and shipping are your own.',
    `Still the text of the demo, which promises things in your name: ${old.join(', ')}.`,
    '/dashboard/manage-pages',
  )
}

function paymentsItem({ paymentMode }: ShopFacts): ChecklistItem {
  const open =
    paymentMode === 'sandbox'
      ? 'Payments are simulated: orders would be placed, and no money would come. Set STRIPE_SECRET_KEY.'
      : 'STRIPE_SECRET_KEY is a test key: any test card buys, and no money comes. Set the live one.'
  return item('payments', paymentMode === 'live', 'Stripe takes real payments.', open, services)
}

function originItem({ publicOrigin, isLoopback }: ShopFacts): ChecklistItem {
  const open = isLoopback
    ? 'Only this computer reaches the shop: set PUBLIC_ORIGIN to the address that customers type.'
    : 'The shop’s address has no https://, so others can read the passwords that are typed: give it a certificate, and set PUBLIC_ORIGIN to the https:// address.'
  const isDone = !isLoopback && publicOrigin.startsWith('https:')
  return item('origin', isDone, `Customers find the shop at ${publicOrigin}.`, open)
}

const backupSentences: Record<ShopFacts['backups'], string> = {
  'same disk':
    'The backups lie on the disk of the shop, which would take them with it: copy the folder backups to another computer every day. The shop cannot see whether you do.',
  'own disk': 'The backups lie on another disk; whether it is in another machine cannot be seen from here.',
  elsewhere: 'Database and pictures are not on this machine, so that its disk does not take them with it.',
}

const backupsItem = ({ backups }: ShopFacts): ChecklistItem => ({
  id: 'backups',
  isDone: backups !== 'same disk',
  sentence: backupSentences[backups],
  link: services,
})
