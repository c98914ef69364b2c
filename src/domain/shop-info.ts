/** Name and contact details of the shop. An empty phone hides the telephone number. */
export const shopInfo = {
  name: 'Vitrine',
  address: ['12 Arcade Row', 'London W1'],
  email: 'hello@vitrine.example',
  phone: '+44 20 7946 0123',
} as const

export const mailLink = `mailto:${shopInfo.email}`
export const phoneLink = `tel:${shopInfo.phone.replaceAll(' ', '')}`
