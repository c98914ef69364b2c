/** Where the house can be reached: the footer, the contact page and the house's own pages say it from here. */
export const house = {
  name: 'Vitrine',
  address: ['12 Arcade Row', 'London W1'],
  email: 'hello@vitrine.example',
  phone: '+44 20 7946 0123',
} as const

export const mailLink = `mailto:${house.email}`
export const phoneLink = `tel:${house.phone.replaceAll(' ', '')}`
