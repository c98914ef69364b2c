/** How the house is reached: the footer, the contact page and its own pages say it from here. No telephone: phone is ''. */
export const house = {
  name: 'Vitrine',
  address: ['12 Arcade Row', 'London W1'],
  email: 'hello@vitrine.example',
  phone: '+44 20 7946 0123',
} as const

export const mailLink = `mailto:${house.email}`
export const phoneLink = `tel:${house.phone.replaceAll(' ', '')}`
