export interface DemoProduct {
  slug: string
  name: string
  category: 'accessories' | 'dress' | 'jewellery' | 'cosmetics'
  color: 'black' | 'red' | 'gold' | 'blue' | 'silver' | 'beige' | 'green'
  /** In dollars. */
  price: number
  /** In dollars, above `price`. */
  oldPrice?: number
  description: string
}

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
  },
  {
    slug: 'maree-pearl-strand',
    name: 'Marée Pearl Strand',
    category: 'jewellery',
    color: 'beige',
    price: 265,
    description:
      'Forty-one freshwater pearls, graduated from five millimetres to nine and matched by eye for their warm cream lustre. They are knotted one by one on silk and meet in a small gold fishhook clasp. The length rests just below the collarbone.',
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
  },
  {
    slug: 'opera-velvet-gown',
    name: 'Opéra Velvet Halter Gown',
    category: 'dress',
    color: 'black',
    price: 298,
    description:
      'Silk-backed velvet, so black that only the folds catch the light. The halter leaves the shoulders bare, the waist is marked by a single seam, and the skirt widens into a small train. Lined in satin down to the knee.',
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
  },
  {
    slug: 'grenat-cocktail-ring',
    name: 'Grenat Cocktail Ring',
    category: 'jewellery',
    color: 'red',
    price: 118,
    description:
      'An oval garnet of four carats, wine red with a spark of orange at the edge, raised on a basket of gold vermeil. The shoulders of the ring are set with six seed stones that you only see when the hand turns. It asks for no other ring.',
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
  },
  {
    slug: 'eventail-onyx-earrings',
    name: 'Éventail Onyx Earrings',
    category: 'jewellery',
    color: 'black',
    price: 44,
    description:
      'Little fans of black onyx, inlaid between fine ribs of gilded brass, after a 1920s hair comb found at a flea market. Light enough to forget, long enough to be noticed. Surgical steel posts.',
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
]
