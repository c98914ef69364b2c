/** Each line lists the names of one thing: each name finds the others. */
const sameThing = `
  bag handbag purse
  scarf scarves shawl stole foulard
  jewellery jewelry jewels
  makeup cosmetics
  dress gown frock
  silver grey gray
  gold golden
  sunglasses shades eyewear
  bangle cuff
  brooch pin
  clip barrette hairclip hairpin
  lipstick lippy
  blush blusher rouge
  polish varnish lacquer
  cream moisturiser moisturizer lotion
  backpack rucksack knapsack
  tote shopper
  clutch pochette
  umbrella brolly parasol
  gloves mittens
  kaftan caftan
  anklet anklebracelet
  gingham checked
  sequin paillettes glitter
  sheath pencil
  wool woollen woolen
  sale discount reduced offer deals
  crystal rhinestone
  soap cleanser
`

/** Typed words, and what each finds besides itself; not vice versa. */
const wider = `
  bag: tote clutch backpack
  handbag: tote clutch
  necklace: strand choker medallion
  chain: necklace
  pendant: medallion necklace
  neckless: necklace
  bracelet: cuff bangle anklet
  earring: studs hoop
  scarf: square
  hat: beret
  sunhat: hat
  cap: beret hat
  glasses: sunglasses
  perfume: parfum toilette
  parfume: parfum toilette
  fragrance: parfum toilette
  scent: parfum toilette
  cologne: parfum toilette
  eyeshadow: shadows palette
  concealer: foundation
  face: skin foundation
  skincare: serum cream soap oil
  beauty: cosmetics
  moisturiser: oil
  nightcream: serum repairing
  diamond: solitaire
  leather: suede lambskin calf
  wool: merino lambswool flannel
  knitwear: knit knitted
  linen: cotton
  floral: leaves roses poppy
  striped: stripes
  tan: beige camel
  camel: beige
  nude: beige skin
  ivory: beige
  ecru: beige
  sand: beige
  navy: blue
  cobalt: blue
  turquoise: blue
  teal: green blue
  burgundy: red oxblood wine
  maroon: red oxblood
  crimson: red carmine
  scarlet: red vermilion
  long: maxi
  short: mini
  party: evening cocktail sequin
  cocktail: evening party sequin
  evening: gown cocktail sequin
  formal: gown blazer
  ball: gown
  wedding: pearl lace
  bridal: pearl lace
  summer: sundress linen straw swimsuit
  beach: straw swimsuit
  holiday: swimsuit straw
  winter: wool merino lambswool knit
  warm: wool merino lambswool cashmere
  cosy: wool merino lambswool
  cozy: wool merino lambswool
  office: blazer laptop shirt
  work: blazer laptop shirt
  travel: backpack suitcase
  rain: umbrella
  gift: charm soap medallion brooch palette
  present: charm soap medallion brooch palette
  birthday: charm soap medallion brooch palette
  christmas: charm soap medallion brooch palette
`

type Names = Map<string, string[]>

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map(line => line.trim())

/** Returns one form for the singular and the plural. */
const singular = (word: string) => word.replace(/(ss|sh|ch|x)es$/, '$1').replace(/(?<!s)s$/, '')

const same: Names = new Map(
  linesOf(sameThing).flatMap(line => {
    const names = line.split(' ')
    return names.map(name => [singular(name), names.filter(other => other !== name)] as const)
  }),
)
const also: Names = new Map(
  linesOf(wider).map(line => {
    const [word = '', others = ''] = line.split(': ')
    return [singular(word), others.split(' ')] as const
  }),
)

/** All words that find others, in the singular. */
export const knownSynonyms: string[] = [...new Set([...same.keys(), ...also.keys()])]

/** Returns the other names of the same thing. */
export const otherNamesOf = (word: string): string[] => same.get(singular(word)) ?? []

/** Returns all words that a word finds besides itself. */
export const synonymsOf = (word: string): string[] => [
  ...new Set([...otherNamesOf(word), ...(also.get(singular(word)) ?? [])]),
]
