import { sizes } from '#domain/products/size.ts'

export interface DemoProduct {
  slug: string
  /** The products of one style share their name; no others do. */
  name: string
  category: 'accessories' | 'dress' | 'jewellery' | 'cosmetics'
  color: 'black' | 'red' | 'gold' | 'blue' | 'silver' | 'beige' | 'green'
  /** In dollars. */
  price: number
  /** In dollars, above `price`. */
  oldPrice?: number
  description: string
  /** The slug of the style's first product, on every other product of the style. */
  style?: string
  /** What the color is called, such as "Ripe cherry", on every product of a style; at most 40 characters. */
  shade?: string
  /** The color of the shade, `#rrggbb` in lower case. */
  swatch?: string
  /** The codes of its sizes in their order; one size without. */
  sizes?: string[]
  /** Hygiene goods, which cannot be returned once unsealed. */
  isSealed?: true
  /** The further pictures in their order, at most 3; `picture` is a folder of `pictures/`, `alt` says what is seen. */
  views?: { picture: string; alt: string }[]
}

/** The codes of a run from the first to the last. */
const from = (first: string, last: string) => {
  const codes = sizes.map(({ code }) => code)
  return codes.slice(codes.indexOf(first), codes.indexOf(last) + 1)
}

/** Every second ring size, by the inner circumference in mm. */
const rings = (first: number, last: number) =>
  Array.from({ length: (last - first) / 2 + 1 }, (_, index) => `ring-${first + 2 * index}`)

/** The demo shop's goods, newest first: the first eight are the window. */
export const catalogue: DemoProduct[] = [
  {
    slug: 'aurelia-silk-slip',
    name: 'Aurelia Bias-Cut Silk Slip',
    category: 'dress',
    color: 'gold',
    price: 189,
    oldPrice: 236,
    description:
      'Heavy silk satin in the gold of late afternoon, cut on the bias so that it follows you and never clings. The neckline falls into a soft cowl, the straps adjust at the back, and the hem is rolled by hand. Wear it alone in July and over a fine roll-neck in November.',
    sizes: from('alpha-XS', 'alpha-L'),
    views: [
      {
        picture: 'aurelia-silk-slip-back',
        alt: 'The back: crossed by nothing but two thin straps above a low, straight edge',
      },
      { picture: 'aurelia-silk-slip-neckline', alt: 'The cowl neckline close up, with its thin straps' },
      { picture: 'aurelia-silk-slip-hanger', alt: 'The slip on a wooden hanger' },
    ],
  },
  {
    slug: 'rivoli-top-handle-bag',
    name: 'Rivoli Top-Handle Bag',
    category: 'accessories',
    color: 'black',
    price: 248,
    oldPrice: 295,
    description:
      'Box calf with a quiet shine, saddle-stitched along every edge and closed with a turn-lock of brushed brass. Inside there is room for a paperback, a phone and the usual secrets, in three suede-lined pockets. It stands up by itself when you put it down.',
    views: [
      { picture: 'rivoli-top-handle-bag-side', alt: 'The bag from its side, with the depth of its gusset' },
      { picture: 'rivoli-top-handle-bag-lock', alt: 'The turn-lock and the feet of the handle close up' },
    ],
  },
  {
    slug: 'maree-pearl-strand',
    name: 'Marée Pearl Strand',
    category: 'jewellery',
    color: 'beige',
    price: 265,
    description:
      'Forty-one freshwater pearls, graduated from five millimetres to nine and matched by eye for their warm cream lustre. They are knotted one by one on silk and meet in a small gold fishhook clasp. The length rests just below the collarbone.',
    views: [
      { picture: 'maree-pearl-strand-clasp', alt: 'The gold clasp, and the silk between the pearls' },
      { picture: 'maree-pearl-strand-pearls', alt: 'The largest pearls in the middle of the strand' },
    ],
  },
  {
    slug: 'velours-lipstick',
    name: 'Velours Lipstick in Cinabre',
    category: 'cosmetics',
    color: 'red',
    price: 28,
    description:
      'A clear, blue-leaning red with the finish of crushed velvet. It goes on like balm, settles in a minute and lasts through lunch without drying. The fluted case is brass, weighted, and takes refills.',
  },
  {
    slug: 'camargue-straw-hat',
    name: 'Camargue Straw Hat',
    category: 'accessories',
    color: 'beige',
    price: 58,
    description:
      'Wheat straw, plaited in narrow braids and sewn in a spiral from the crown outwards. The brim is wide enough for a whole lunch in the garden, and the grosgrain band can be changed with the season. Packs flat, recovers overnight.',
    sizes: from('acc-S', 'acc-L'),
    views: [
      { picture: 'camargue-straw-hat-above', alt: 'The hat from above: the braid runs in a spiral' },
      { picture: 'camargue-straw-hat-ribbon', alt: 'The grosgrain band and its bow close up' },
    ],
  },
  {
    slug: 'lucerne-tiered-dress',
    name: 'Lucerne Tiered Poplin Dress',
    category: 'dress',
    color: 'green',
    price: 132,
    oldPrice: 165,
    description:
      'Crisp cotton poplin in a deep garden green, gathered into three tiers that move a beat after you do. The sleeves are short and full, the square neck is faced so that it stays where it is put, and there are pockets in both side seams.',
    shade: 'Garden green',
    swatch: '#1c4733',
    sizes: from('alpha-XS', 'alpha-XL'),
    views: [
      { picture: 'lucerne-tiered-dress-back', alt: 'The back: a square neck and a hidden zip above three tiers' },
      { picture: 'lucerne-tiered-dress-neckline', alt: 'The square neckline and the puffed sleeves close up' },
    ],
  },
  {
    slug: 'ambre-seize-parfum',
    name: 'Ambre Seize Eau de Parfum',
    category: 'cosmetics',
    color: 'gold',
    price: 120,
    oldPrice: 150,
    description:
      'Bitter orange and cardamom at first, then labdanum, beeswax and a long, dry amber that is still there on your scarf the next morning. Poured into thick hand-polished glass and stopped with turned brass. 50 ml.',
  },
  {
    slug: 'nocturne-drop-earrings',
    name: 'Nocturne Sapphire Drop Earrings',
    category: 'jewellery',
    color: 'blue',
    price: 210,
    oldPrice: 262,
    description:
      'Two pear-cut sapphires, grown in the laboratory to a clear midnight blue, each held below a small white diamond. The setting is open at the back so that light comes through the stone. Sterling silver, plated with rhodium, on secure lever hooks.',
    isSealed: true,
  },
  {
    slug: 'opera-velvet-gown',
    name: 'Opéra Velvet Halter Gown',
    category: 'dress',
    color: 'black',
    price: 298,
    description:
      'Silk-backed velvet, so black that only the folds catch the light. The halter leaves the shoulders bare, the waist is marked by a single seam, and the skirt widens into a small train. Lined in satin down to the knee.',
    sizes: from('eu-34', 'eu-44'),
    views: [
      { picture: 'opera-velvet-gown-back', alt: 'The back: bare to below the shoulder blades, above the train' },
      { picture: 'opera-velvet-gown-halter', alt: 'The halter neck and bare shoulders close up' },
    ],
  },
  {
    slug: 'ligne-silver-cuff',
    name: 'Ligne Silver Cuff',
    category: 'jewellery',
    color: 'silver',
    price: 78,
    description:
      'One wide band of sterling silver, hammered by hand on the outside and polished smooth within. It opens just enough to slip over the wrist sideways and then stays. Each hammer mark is different, and so is each cuff.',
  },
  {
    slug: 'jardin-silk-square',
    name: 'Jardin Silk Twill Square',
    category: 'accessories',
    color: 'red',
    price: 68,
    description:
      'Ninety centimetres of silk twill, printed with a border of trailing leaves on a carmine ground. The edges are rolled and stitched by hand, which is why they never lie quite flat. At the throat, in the hair, on the handle of a bag.',
  },
  {
    slug: 'minuit-night-serum',
    name: 'Minuit Night Serum',
    category: 'cosmetics',
    color: 'blue',
    price: 84,
    description:
      'A light oil of evening primrose, squalane and bakuchiol that sinks in before the pillow notices. Skin looks rested in the morning, even when you are not. Cobalt glass keeps the formula from the light. 30 ml, with pipette.',
  },
  {
    slug: 'colette-wrap-dress',
    name: 'Colette Crêpe Wrap Dress',
    category: 'dress',
    color: 'red',
    price: 164,
    description:
      'A true wrap in matte crêpe the colour of ripe cherries. Long sleeves with narrow cuffs, a neckline you decide yourself, and a sash that ties once and holds through dinner. It rolls into a corner of a suitcase and comes out ready.',
    shade: 'Ripe cherry',
    swatch: '#7d1420',
    sizes: from('alpha-XS', 'alpha-XXL'),
    views: [
      { picture: 'colette-wrap-dress-back', alt: 'The back: the sash goes once around the waist' },
      { picture: 'colette-wrap-dress-sash', alt: 'The sash tied at the side of the waist, close up' },
      { picture: 'colette-wrap-dress-hanger', alt: 'The dress on a wooden hanger, its skirt closed' },
    ],
  },
  {
    slug: 'soleil-medallion',
    name: 'Soleil Medallion Necklace',
    category: 'jewellery',
    color: 'gold',
    price: 135,
    oldPrice: 168,
    description:
      'A small engraved sun on a paperclip chain, both in recycled silver under a thick layer of eighteen-carat gold. The medallion is struck like a coin, slightly domed, with a plain reverse for initials. Worn at forty-five or fifty centimetres.',
    views: [
      { picture: 'soleil-medallion-engraving', alt: 'The engraved sun and the beaded rim close up' },
      { picture: 'soleil-medallion-hanging', alt: 'The necklace at its full length' },
    ],
  },
  {
    slug: 'bosco-bucket-bag',
    name: 'Bosco Suede Bucket Bag',
    category: 'accessories',
    color: 'green',
    price: 172,
    description:
      'Soft Italian suede in the green of a pine wood, drawn together by a leather cord with two brass ends. The base is stiffened and studded so that the bag keeps its round shape. One long strap, for the shoulder or across the body.',
  },
  {
    slug: 'bare-hours-foundation',
    name: 'Bare Hours Fluid Foundation',
    category: 'cosmetics',
    color: 'beige',
    price: 38,
    description:
      'Fluid as milk, built in thin layers, gone from sight in half a minute. It evens the skin and leaves the freckles. Frosted glass, a pump that gives the same small drop each time. 30 ml.',
  },
  {
    slug: 'delphine-pleated-dress',
    name: 'Delphine Sunray Pleated Dress',
    category: 'dress',
    color: 'blue',
    price: 148,
    description:
      'Pleats as fine as a fan, set into a narrow yoke and released at the waist, in a cobalt that photographs darker than it is. The fabric is recycled georgette, steamed in paper moulds so that the folds stay for good. Sleeveless, to mid-calf.',
    sizes: from('eu-34', 'eu-42'),
    views: [
      { picture: 'delphine-pleated-dress-back', alt: 'The back: high at the neck, with a hidden zip' },
      { picture: 'delphine-pleated-dress-pleats', alt: 'The fine pleats above and below the narrow belt' },
    ],
  },
  {
    slug: 'grenat-cocktail-ring',
    name: 'Grenat Cocktail Ring',
    category: 'jewellery',
    color: 'red',
    price: 118,
    description:
      'An oval garnet of four carats, wine red with a spark of orange at the edge, raised on a basket of gold vermeil. The shoulders of the ring are set with six seed stones that you only see when the hand turns. It asks for no other ring.',
    sizes: rings(50, 58),
    views: [
      { picture: 'grenat-cocktail-ring-stone', alt: 'The oval garnet and the seed stones on the shoulder of the ring' },
      { picture: 'grenat-cocktail-ring-profile', alt: 'The ring from its side: the basket that raises the stone' },
    ],
  },
  {
    slug: 'plisse-evening-clutch',
    name: 'Plissé Evening Clutch',
    category: 'accessories',
    color: 'gold',
    price: 96,
    oldPrice: 120,
    description:
      'Metallic lamé, gathered by hand into a gilded frame that closes with the right small click. It holds a phone, a key and a lipstick, and hangs from a hidden chain when you need both hands for the evening.',
  },
  {
    slug: 'sauge-cream',
    name: 'Sauge Repairing Cream',
    category: 'cosmetics',
    color: 'green',
    price: 62,
    oldPrice: 76,
    description:
      'Sage, oat lipids and shea in a dense cream for skin that has had enough of wind and heating. A hazelnut of it is plenty. It smells faintly of a herb garden after rain, and the glass jar is worth keeping. 50 ml.',
  },
  {
    slug: 'alma-knit-dress',
    name: 'Alma Ribbed Knit Dress',
    category: 'dress',
    color: 'beige',
    price: 98,
    description:
      'A long column of merino in a wide rib, from a high folded neck to a side vent at the calf. The knit is dense enough to hold its line and soft enough to sleep in on a night train. Oat, undyed.',
    shade: 'Oat',
    swatch: '#c9b79d',
    sizes: from('alpha-XS', 'alpha-XL'),
    views: [
      { picture: 'alma-knit-dress-back', alt: 'The back: the ribs run from the shoulders to the hem' },
      { picture: 'alma-knit-dress-collar', alt: 'The folded collar and the ribs close up' },
    ],
  },
  {
    slug: 'eventail-onyx-earrings',
    name: 'Éventail Onyx Earrings',
    category: 'jewellery',
    color: 'black',
    price: 44,
    description:
      'Little fans of black onyx, inlaid between fine ribs of gilded brass, after a 1920s hair comb found at a flea market. Light enough to forget, long enough to be noticed. Surgical steel posts.',
    isSealed: true,
  },
  {
    slug: 'hebrides-wool-scarf',
    name: 'Hebrides Wool Scarf',
    category: 'accessories',
    color: 'blue',
    price: 45,
    oldPrice: 56,
    description:
      'Lambswool, woven and fringed at a small Scottish mill in three blues and one thread of cream. Two metres long, so it goes round twice and still has something to say. It softens with every winter.',
    views: [
      { picture: 'hebrides-wool-scarf-fringe', alt: 'The twisted fringe at the end of the scarf' },
      { picture: 'hebrides-wool-scarf-weave', alt: 'Three blues and one thread of cream, close up' },
    ],
  },
  {
    slug: 'smoke-study-palette',
    name: 'Smoke Study Eye Palette',
    category: 'cosmetics',
    color: 'black',
    price: 46,
    description:
      'Eight shadows, from bone to soot by way of taupe, plum and bronze: four matte, three satin, one molten metal for the middle of the lid. Finely milled, quiet to blend, no fallout. The black case closes with a magnet and has a full mirror.',
  },
  {
    slug: 'stella-sequin-shift',
    name: 'Stella Sequin Shift',
    category: 'dress',
    color: 'silver',
    price: 225,
    description:
      'A short, straight shift covered in matte silver paillettes, sewn in offset rows so that they ripple when you walk. Round neck, elbow sleeves, a lining of cotton voile that keeps it kind to the skin. Everything else can stay at home.',
    sizes: from('eu-34', 'eu-42'),
    views: [
      { picture: 'stella-sequin-shift-back', alt: 'The back: straight, with a zip under the paillettes' },
      { picture: 'stella-sequin-shift-sequins', alt: 'The offset rows of matte paillettes close up' },
    ],
  },
  {
    slug: 'serene-jade-bangle',
    name: 'Serene Jade Bangle',
    category: 'jewellery',
    color: 'green',
    price: 92,
    description:
      'Turned from a single piece of nephrite and polished until it feels wet. The green drifts from moss to milk around the circle, with two gold collars over the joint. Cool in the morning, warm by noon.',
  },
  {
    slug: 'argent-woven-belt',
    name: 'Argent Woven Belt',
    category: 'accessories',
    color: 'silver',
    price: 48,
    description:
      'Metallic lambskin, braided in five strands and finished with an oval buckle of brushed steel. Because it is woven, it fastens anywhere: high on a dress, low on denim. The silver mellows to pewter with wear.',
    sizes: from('acc-S', 'acc-L'),
  },
  {
    slug: 'lucerne-tiered-dress-blue',
    name: 'Lucerne Tiered Poplin Dress',
    category: 'dress',
    color: 'blue',
    price: 132,
    oldPrice: 165,
    description:
      'The three tiers of the Lucerne in the blue of the lake on a clear morning. Crisp cotton poplin, a square neck that stays where it is put, short full sleeves and pockets in both side seams. White sandals, or bare feet on the jetty.',
    style: 'lucerne-tiered-dress',
    shade: 'Lake blue',
    swatch: '#27487f',
    sizes: from('alpha-S', 'alpha-XL'),
    views: [
      { picture: 'lucerne-tiered-dress-blue-back', alt: 'The back: a square neck and a hidden zip above three tiers' },
      { picture: 'lucerne-tiered-dress-blue-tiers', alt: 'The gathers between two tiers close up' },
    ],
  },
  {
    slug: 'halo-powder-compact',
    name: 'Halo Pressed Powder Compact',
    category: 'cosmetics',
    color: 'silver',
    price: 34,
    oldPrice: 42,
    description:
      'A translucent rice powder that takes away shine and nothing else, pressed under a pattern of rays. The compact is engine-turned silver metal, as flat as a pebble, with a mirror that does not flatter. Refillable.',
  },
  {
    slug: 'positano-shirt-dress',
    name: 'Positano Striped Shirt Dress',
    category: 'dress',
    color: 'blue',
    price: 128,
    description:
      'Cotton shirting with the blue and white stripes of a deckchair, cut like a good shirt that forgot to stop. A white collar, buttons of real shell, sleeves to roll above the elbow and a belt in the blue of the stripe. To the knee, with a shirt-tail hem and one breast pocket for the ferry ticket.',
    sizes: from('alpha-S', 'alpha-XXL'),
    views: [
      {
        picture: 'positano-shirt-dress-collar',
        alt: 'The white collar, the shell buttons and the breast pocket close up',
      },
      { picture: 'positano-shirt-dress-back', alt: 'The back, with the belt in the blue of the stripe' },
    ],
  },
  {
    slug: 'siena-saddle-crossbody',
    name: 'Siena Saddle Crossbody Bag',
    category: 'accessories',
    color: 'red',
    price: 156,
    oldPrice: 195,
    description:
      'Vegetable-tanned leather in oxblood, shaped like half a moon and closed with a strap that tucks through a brass keeper. Made in a workshop near Siena that has made saddles for longer. The long strap has seven holes and sits flat across the body.',
  },
  {
    slug: 'ronda-gold-hoops',
    name: 'Ronda Gold Hoop Earrings',
    category: 'jewellery',
    color: 'gold',
    price: 72,
    oldPrice: 88,
    description:
      'Hoops that grow from a thread at the ear to the width of a pencil at the foot of the curve. Hollow inside, so the size is seen and not felt. Recycled silver under two microns of gold, with a hinged post that clicks.',
    isSealed: true,
  },
  {
    slug: 'canicule-body-oil',
    name: 'Canicule Golden Body Oil',
    category: 'cosmetics',
    color: 'gold',
    price: 48,
    oldPrice: 58,
    description:
      'A dry oil of camellia, apricot kernel and tiare that leaves the light of a long afternoon on shoulders and shins. It sinks in within a minute and stains nothing. For after the bath, the beach or February. 100 ml.',
  },
  {
    slug: 'brera-blazer-dress',
    name: 'Brera Wool Blazer Dress',
    category: 'dress',
    color: 'beige',
    price: 236,
    oldPrice: 290,
    description:
      'A double-breasted blazer in camel flannel that ends above the knee and therefore counts as a dress. The peaked lapels are canvassed by hand, the shoulder is square and light, and six horn buttons keep the promise. Lined in cupro the colour of tea.',
    sizes: from('eu-36', 'eu-46'),
    views: [
      { picture: 'brera-blazer-dress-back', alt: 'The back: a seam down the middle and a vent' },
      { picture: 'brera-blazer-dress-lapels', alt: 'The peaked lapels and the horn buttons close up' },
    ],
  },
  {
    slug: 'biarritz-wool-beret',
    name: 'Biarritz Wool Beret',
    category: 'accessories',
    color: 'red',
    price: 39,
    description:
      'Merino, knitted in one piece and felted in soft Pyrenean water until the rain gives up on it. The red is that of a bathing flag. It has a leather band inside, a short stem on top and no right side: pull it where you like it.',
    sizes: from('acc-S', 'acc-M'),
  },
  {
    slug: 'riviera-tennis-bracelet',
    name: 'Riviera Emerald Tennis Bracelet',
    category: 'jewellery',
    color: 'green',
    price: 240,
    description:
      'A supple line of thirty-six square emeralds, grown in the laboratory and set so close that the silver is only a rumour. Every link moves, so it lies on the wrist like cloth. The box clasp has a second catch, for those who really play.',
  },
  {
    slug: 'colette-wrap-dress-green',
    name: 'Colette Crêpe Wrap Dress',
    category: 'dress',
    color: 'green',
    price: 164,
    description:
      'The wrap that ties once and holds through dinner, in the dark green of a fir after rain. The crêpe is matte and falls heavily, so the skirt swings and does not fly. Gold earrings do the rest, or a coat in camel.',
    style: 'colette-wrap-dress',
    shade: 'Fir green',
    swatch: '#24513b',
    sizes: from('alpha-XS', 'alpha-XL'),
    views: [{ picture: 'colette-wrap-dress-green-back', alt: 'The back: the sash goes once around the waist' }],
  },
  {
    slug: 'rideau-mascara',
    name: 'Rideau Lengthening Mascara',
    category: 'cosmetics',
    color: 'black',
    price: 29,
    description:
      'Black as a stage before the curtain. The slim brush takes hold of the shortest lash, and the formula of carnauba and rice wax holds it there without clumps until warm water says otherwise. Good for contact lenses and for weddings.',
  },
  {
    slug: 'ostuni-linen-sundress',
    name: 'Ostuni Gingham Linen Sundress',
    category: 'dress',
    color: 'red',
    price: 88,
    oldPrice: 110,
    description:
      'Washed linen in red and white gingham, with wide straps, a fitted bodice and a skirt gathered for stepping over low walls. The buttons run all the way down and are real. It dries on the line in the time of a siesta.',
    sizes: from('alpha-XS', 'alpha-XL'),
    views: [
      { picture: 'ostuni-linen-sundress-back', alt: 'The back, with wide straps and a gathered skirt' },
      { picture: 'ostuni-linen-sundress-buttons', alt: 'The fitted bodice and its buttons close up' },
      { picture: 'ostuni-linen-sundress-hanger', alt: 'The sundress on a wooden hanger' },
    ],
  },
  {
    slug: 'cinecitta-sunglasses',
    name: 'Cinecittà Aviator Sunglasses',
    category: 'accessories',
    color: 'gold',
    price: 110,
    description:
      'A thin double bridge, a frame of gilded steel and lenses of smoked brown glass that fade towards the cheek. Full protection from the sun and most from being recognised. Made in Cadore and sent in a case of hard green felt.',
  },
  {
    slug: 'odette-velvet-choker',
    name: 'Odette Velvet Choker',
    category: 'jewellery',
    color: 'black',
    price: 36,
    description:
      'A ribbon of black silk velvet, two fingers wide, with a single baroque pearl that hangs in the hollow of the throat. The ribbon is woven in Saint-Étienne, the clasp is gold-plated and lets out in three steps. Swan in the first act, other swan in the second.',
  },
  {
    slug: 'bain-de-mer',
    name: 'Bain de Mer Eau de Toilette',
    category: 'cosmetics',
    color: 'blue',
    price: 86,
    description:
      'Salt, grapefruit peel and a stem of fig, then driftwood and the clean cotton of a towel left in the sun. It is light and does not pretend to last the night. In a round flask of sea-blue glass with a silver cap. 75 ml, refillable.',
  },
  {
    slug: 'bruges-lace-dress',
    name: 'Bruges Lace Midi Dress',
    category: 'dress',
    color: 'black',
    price: 214,
    description:
      'Corded black lace with roses the size of a hand, laid over a lining the colour of skin. The neck is high and scalloped, the long sleeves are left sheer, and the hem follows the edge of the lace to mid-calf. Closed at the back with eleven covered buttons.',
    sizes: from('eu-36', 'eu-44'),
  },
  {
    slug: 'windermere-umbrella',
    name: 'Windermere Umbrella',
    category: 'accessories',
    color: 'green',
    price: 64,
    oldPrice: 78,
    description:
      'Eight ribs, a shaft of one piece of cherry wood and a canopy of bottle-green twill that beads the rain instead of drinking it. The crook fits over an arm or the back of a café chair. Opens by hand, and stays open in the wind off the lake.',
  },
  {
    slug: 'coquelicot-enamel-brooch',
    name: 'Coquelicot Enamel Brooch',
    category: 'jewellery',
    color: 'red',
    price: 52,
    description:
      'A poppy at the moment before the petals fall: four of them, in glass enamel fired three times, around a heart of black beads. The stem is gilded brass. Strong enough for the lapel of a winter coat, light enough for a scarf.',
  },
  {
    slug: 'mistral-olive-soap',
    name: 'Mistral Olive Soap',
    category: 'cosmetics',
    color: 'green',
    price: 14,
    description:
      'Three cubes of olive oil and sea ash, boiled in a copper cauldron in Marseille and dried by the wind it is named after. No scent but its own, which is clean linen and something green. For hands, faces, silk blouses and the odd paintbrush. 3 × 150 g.',
  },
  {
    slug: 'colette-wrap-dress-black',
    name: 'Colette Crêpe Wrap Dress',
    category: 'dress',
    color: 'black',
    price: 164,
    description:
      'The same true wrap in a black that stays black: the crêpe is dyed in the yarn and does not turn green or brown with washing. Long sleeves, narrow cuffs, a neckline you decide yourself. For the office until six and for everything after it.',
    style: 'colette-wrap-dress',
    shade: 'Ink black',
    swatch: '#1b191b',
    sizes: from('alpha-S', 'alpha-XXL'),
    views: [{ picture: 'colette-wrap-dress-black-neckline', alt: 'The neckline and the knot of the sash close up' }],
  },
  {
    slug: 'ravenna-brocade-sheath',
    name: 'Ravenna Brocade Sheath Dress',
    category: 'dress',
    color: 'gold',
    price: 195,
    description:
      'A close, sleeveless sheath in jacquard brocade, old gold leaves on a ground of honey, like a mosaic that agreed to be worn. The boat neck shows the collarbones, the darts do their work in silence, and a slit at the back lets you take the stairs.',
    sizes: from('eu-34', 'eu-46'),
    views: [
      { picture: 'ravenna-brocade-sheath-back', alt: 'The back, with a hidden zip' },
      { picture: 'ravenna-brocade-sheath-brocade', alt: 'The leaves of the brocade and the boat neck close up' },
    ],
  },
  {
    slug: 'porto-canvas-tote',
    name: 'Porto Canvas Tote',
    category: 'accessories',
    color: 'beige',
    price: 74,
    description:
      'Sailcloth in its natural colour on a base of bridle leather, with handles that run all the way down. It takes a laptop, a market and a change of shoes, and the inside pocket keeps the keys from the bottom. Riveted in copper.',
  },
  {
    slug: 'medici-signet-ring',
    name: 'Medici Lapis Signet Ring',
    category: 'jewellery',
    color: 'blue',
    price: 145,
    description:
      'An oval of lapis lazuli, flecked with pyrite like a painted ceiling, set flush in a signet of gold vermeil. The shoulders are broad and polished by hand. For the little finger if you hold to tradition, for any other if you have letters to open.',
    sizes: rings(46, 60),
  },
  {
    slug: 'grenadine-nail-polish',
    name: 'Grenadine Nail Polish',
    category: 'cosmetics',
    color: 'red',
    price: 18,
    description:
      'A high-gloss red between pomegranate and brick, opaque in two coats and dry before the coffee is. The flat brush follows the nail and stops there. Ten of the usual ingredients are left out, the shine is not. 11 ml.',
  },
  {
    slug: 'selene-one-shoulder-gown',
    name: 'Selene One-Shoulder Maxi Gown',
    category: 'dress',
    color: 'silver',
    price: 286,
    description:
      'Liquid satin in the silver of a full moon on water, gathered at one shoulder and draped from there to the floor. A maxi dress for balconies, with a slit that opens when you walk and closes when you stand. The inner bodice is boned, so nothing needs holding up.',
    sizes: from('eu-34', 'eu-40'),
  },
  {
    slug: 'rialto-leather-gloves',
    name: 'Rialto Leather Gloves',
    category: 'accessories',
    color: 'black',
    price: 82,
    description:
      'Lambskin so fine that you can turn a page in it, lined with cashmere and cut to the wrist bone. Three raised lines run over the back of the hand, and a small button of jet closes the slit. From a Venetian glover who still asks for both hands.',
    sizes: from('acc-S', 'acc-L'),
  },
  {
    slug: 'etincelle-solitaire-studs',
    name: 'Étincelle Solitaire Studs',
    category: 'jewellery',
    color: 'silver',
    price: 160,
    oldPrice: 198,
    description:
      'Two brilliant-cut diamonds of half a carat, grown and not mined, each held by four claws of white gold and nothing else. They take the light of any room and give back more. Screw backs, because we know where the first pair went.',
    isSealed: true,
  },
  {
    slug: 'avoine-hand-cream',
    name: 'Avoine Hand Cream',
    category: 'cosmetics',
    color: 'beige',
    price: 22,
    description:
      'Oat milk, beeswax and almond oil in a cream that is gone before you reach for the door handle. It smells of porridge and a little of vanilla. The tube is soft aluminium: roll it from the end and keep the key. 75 ml.',
  },
  {
    slug: 'tangier-silk-kaftan',
    name: 'Tangier Silk Kaftan',
    category: 'dress',
    color: 'green',
    price: 176,
    oldPrice: 220,
    description:
      'Washed silk in a deep mint green, cut from one wide cloth and held together by gold braid at the neck and down the front. The sleeves are as wide as the evening. Over a swimsuit at noon, over nothing much at dinner, to the ankle in both cases.',
    sizes: from('alpha-S', 'alpha-L'),
    views: [
      { picture: 'tangier-silk-kaftan-braid', alt: 'The gold braid around the neck and down the front, close up' },
      { picture: 'tangier-silk-kaftan-back', alt: 'The back: plain silk between two wide sleeves' },
    ],
  },
  {
    slug: 'arlberg-backpack',
    name: 'Arlberg Canvas Backpack',
    category: 'accessories',
    color: 'blue',
    price: 138,
    description:
      'Waxed canvas in navy, a flap with two leather straps, and a front pocket for what you need before the summit or the office. The back is padded with wool felt and has a sleeve for a laptop. It looks better each year, as people who walk do.',
  },
  {
    slug: 'lido-shell-anklet',
    name: 'Lido Mother-of-Pearl Anklet',
    category: 'jewellery',
    color: 'beige',
    price: 34,
    oldPrice: 42,
    description:
      'A fine gold chain with nine small discs of mother-of-pearl that tap against each other when you walk on stone. Salt water does it no harm. It adjusts over four centimetres, from barefoot to sandal strap.',
  },
  {
    slug: 'alma-knit-dress-green',
    name: 'Alma Ribbed Knit Dress',
    category: 'dress',
    color: 'green',
    price: 98,
    description:
      'The long ribbed column in a green between moss and loden, dyed with weld and indigo. Merino from the folded neck to the side vent, dense enough to hold its line, soft enough for a night train. Under a raincoat it needs nothing else.',
    style: 'alma-knit-dress',
    shade: 'Moss',
    swatch: '#3d4a35',
    sizes: from('alpha-S', 'alpha-L'),
    views: [{ picture: 'alma-knit-dress-green-hanger', alt: 'The dress on a wooden hanger' }],
  },
  {
    slug: 'atelier-brush-set',
    name: 'Atelier Make-up Brush Set',
    category: 'cosmetics',
    color: 'silver',
    price: 95,
    oldPrice: 118,
    description:
      'Five brushes, for powder, blush, shadow, brow and the line that only you see. The fibres are synthetic and softer than what they replace, the handles are brushed aluminium, and the cup they stand in is part of the set. Wash them on Sundays.',
  },
  {
    slug: 'sevilla-ruffle-mini',
    name: 'Sevilla Ruffled Mini Dress',
    category: 'dress',
    color: 'red',
    price: 112,
    description:
      'A mini dress in vermilion taffeta with three rows of ruffles that begin at the hip and have opinions. Bare at the shoulders, with an elastic edge that stays where it is put through at least one sevillana. The rustle is included.',
    sizes: from('alpha-XS', 'alpha-L'),
    views: [
      { picture: 'sevilla-ruffle-mini-side', alt: 'The dress from its side: the ruffles stand out from the hip' },
      { picture: 'sevilla-ruffle-mini-ruffles', alt: 'The three rows of ruffles close up' },
    ],
  },
  {
    slug: 'givre-hair-clip',
    name: 'Givre Crystal Hair Clip',
    category: 'accessories',
    color: 'silver',
    price: 26,
    description:
      'A slide the length of a finger, paved with cut crystals like frost on a window, on a French clip that holds thick hair and does not pull fine hair. At the temple, at the nape, or on the lapel when you have cut it all off.',
  },
  {
    slug: 'porte-bonheur-bracelet',
    name: 'Porte-Bonheur Charm Bracelet',
    category: 'jewellery',
    color: 'silver',
    price: 98,
    description:
      'A belcher chain of sterling silver with five charms: a key, a heart, a star, a moon and a clover that took some finding. Each hangs from a small ring, so you may add what happens to you. Closed with a toggle bar.',
  },
  {
    slug: 'peche-cream-blush',
    name: 'Pêche de Vigne Cream Blush',
    category: 'cosmetics',
    color: 'red',
    price: 32,
    description:
      'The red of a vineyard peach under the skin, in a cream that turns to powder as you tap it in. Two fingertips for the cheeks, what is left for the lips. The pot is rose enamel with a gold rim, and the mirror in the lid is just large enough.',
  },
]
