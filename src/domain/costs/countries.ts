/** The countries to which parcels go, ISO 3166-1, as far as the provider's page knows them. https://docs.stripe.com/api/checkout/sessions/create */
export const countries: readonly string[] = [
  'AD AE AF AG AI AL AM AO AQ AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR',
  'BS BT BV BW BY BZ CA CD CF CG CH CI CK CL CM CN CO CR CV CW CY CZ DE DJ DK DM DO DZ EC EE',
  'EG EH ER ES ET FI FJ FK FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK',
  'HN HR HT HU ID IE IL IM IN IO IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC',
  'LI LK LR LS LT LU LV LY MA MC MD ME MF MG MK ML MM MN MO MQ MR MS MT MU MV MW MX MY MZ NA',
  'NC NE NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PY QA RE RO RS RU RW',
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SZ TA TC TD TF TG TH TJ TK TL TM',
  'TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VN VU WF WS XK YE YT ZA ZM ZW',
].flatMap(line => line.split(' '))

/** The countries that a shop delivers to until its owner chooses: ISO 3166-1, the first is the usual one. */
export const firstCountries = 'US AT AU BE CA CH CZ DE DK ES FI FR GB IE IT JP LU NL NO NZ PL PT SE SG'.split(' ')

/** The members of the European Union. https://european-union.europa.eu/principles-countries-history/eu-countries_en */
export const euCountries = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

const names = new Intl.DisplayNames('en', { type: 'region' })

/** The English name of a country. Visitors' pages get it from the server, because browsers have names of their own. */
export const countryName = (code: string): string => names.of(code) ?? code
