/**
 * What people type into the search of a fashion shop, and the products of the demo catalogue, by the first word of their
 * names, that have to come first, in whichever order among themselves. Without any, nothing may be found.
 */
export const queries: readonly (readonly [typed: string, ...first: string[]])[] = [
  // plain words, singular and plural
  ['silk scarf', 'Jardin'],
  ['dresses', 'Lucerne', 'Colette', 'Delphine', 'Alma', 'Positano', 'Brera', 'Bruges', 'Ravenna', 'Sevilla'],
  ['earrings', 'Nocturne', 'Éventail', 'Ronda'],
  ['earring', 'Nocturne', 'Éventail', 'Ronda'],
  ['rings', 'Grenat', 'Medici'],
  ['necklaces', 'Soleil'],
  ['bags', 'Rivoli', 'Bosco', 'Siena'],
  ['glove', 'Rialto'],
  ['kaftan', 'Tangier'],
  ["women's hats", 'Camargue'],
  // typing errors
  ['earings', 'Nocturne', 'Éventail', 'Ronda'],
  ['neclace', 'Soleil'],
  ['lipstik', 'Velours'],
  ['sunglases', 'Cinecittà'],
  ['saphire earings', 'Nocturne'],
  ['velvit gown', 'Opéra'],
  ['braclet', 'Riviera', 'Porte-Bonheur'],
  ['umbrela', 'Windermere'],
  ['rign', 'Grenat', 'Medici'],
  ['backpak', 'Arlberg'],
  // accents, with and without
  ['maree', 'Marée'],
  ['MARÉE', 'Marée'],
  ['plisse clutch', 'Plissé'],
  ['etincelle', 'Étincelle'],
  ['crepe dress', 'Colette'],
  ['cinecitta', 'Cinecittà'],
  // hyphens and words in one or two
  ['bias cut', 'Aurelia'],
  ['bias-cut', 'Aurelia'],
  ['top handle bag', 'Rivoli'],
  ['t-shirt', 'Positano'],
  ['one shoulder dress', 'Selene'],
  ['sun glasses', 'Cinecittà'],
  ['cross-body bag', 'Siena'],
  ['makeup brushes', 'Atelier'],
  ['shirtdress', 'Positano'],
  ['hairclip', 'Givre'],
  // color and kind
  ['red dress', 'Colette', 'Sevilla'],
  ['black dress', 'Bruges', 'Opéra'],
  ['little black dress', 'Bruges', 'Opéra'],
  ['gold ring under', 'Grenat', 'Medici'],
  ['green bag', 'Bosco'],
  ['grey dress', 'Stella', 'Selene'],
  ['navy backpack', 'Arlberg'],
  // other names for the same
  ['handbag', 'Rivoli', 'Bosco', 'Siena'],
  ['jewelry', 'Marée'],
  ['perfume', 'Ambre', 'Bain'],
  ['evening gown', 'Opéra', 'Selene'],
  ['nail varnish', 'Grenadine'],
  ['rucksack', 'Arlberg'],
  ['shades', 'Cinecittà'],
  // prices
  ['earrings under $50', 'Éventail'],
  ['lipstick under 30 dollars', 'Velours'],
  ['bags between 150 and 180', 'Bosco', 'Siena'],
  // materials and occasions
  ['merino', 'Alma', 'Biarritz'],
  ['silver jewellery', 'Ligne'],
  ['evening bag', 'Plissé'],
  ['summer dress', 'Ostuni'],
  ['birthday gift', 'Porte-Bonheur', 'Soleil', 'Mistral', 'Coquelicot', 'Smoke'],
  ['winter scarf', 'Hebrides'],
  // not sold here
  ['running shoes size 42'],
]
