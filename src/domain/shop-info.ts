/**
 * Name and contact details with which a shop begins: its first start copies them into the settings, where the owner changes
 * them in the dashboard. An empty phone hides the telephone number.
 */
export const shopInfo = {
  name: 'Vitrine',
  address: ['12 Arcade Row', 'London W1'],
  email: 'hello@vitrine.example',
  phone: '+44 20 7946 0123',
} as const
