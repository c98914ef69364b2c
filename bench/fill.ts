// Fills an empty, migrated shop with as many products and orders as a benchmark needs.
import pg from 'pg'
import { categories, colors } from '../src/domain/products/product.ts'
import type { Connection } from '../src/server/db/connection.ts'
import { bucketsOfStep, priceSteps } from '../src/server/products/list/price-histogram.ts'

const lines =
  'Aurelia|Brera|Camille|Delphine|Elara|Fiorella|Giulia|Hebrides|Isola|Jardin|Kiruna|Lucerne|Marais|Nocturne|Opaline|Positano|Quercia|Rivoli|Sevilla|Tangier|Umbria|Valois|Windermere|Xenia|Yvette|Zermatt|Alma|Bruges|Colette|Ostuni|Ravenna|Selene|Stella|Medici|Riviera|Siena|Bosco|Arlberg|Biarritz|Cortina'
const cuts =
  'classic|slim|long|short|soft|light|bold|pleated|woven|printed|knitted|quilted|striped|floral|plain|draped|cropped|belted|sheer|polished'
const things = {
  accessories:
    'silk scarf|leather belt|wool beret|tote bag|shoulder bag|evening clutch|suede gloves|straw hat|cat-eye sunglasses|folding umbrella|canvas backpack|card wallet',
  dress:
    'silk dress|wrap dress|velvet gown|linen shirtdress|maxi dress|mini dress|cocktail dress|wool dress|cotton kaftan|sequin gown|crepe slip dress|knit dress',
  jewellery:
    'gold ring|signet ring|pearl earrings|hoop earrings|chain necklace|pendant necklace|charm bracelet|cuff bracelet|enamel brooch|silver anklet|sapphire studs|crystal choker',
  cosmetics:
    'matte lipstick|nail varnish|eau de parfum|night cream|face serum|hand soap|cream blush|eyeshadow palette|bath oil|mascara|skin foundation|brow pencil',
}
const openings =
  'Cut on the bias from heavy cloth, with a seam that follows the back.|Made by hand in a small workshop near Florence.|An heirloom in the making, finished with care.|Light enough for summer, warm enough for an evening by the sea.|The piece that goes with everything you own.|Inspired by a drawing from the nineteen twenties.'
const middles =
  'It falls softly and keeps its shape wash after wash.|The surface catches the light of candles.|Every edge is rolled and stitched, and none is glued.|A lining of satin keeps it smooth on bare skin.|Its weight tells of the quality at the first touch.|The clasp closes with a quiet click.'
const endings =
  'Comes in a box of recycled paper with a ribbon.|Clean with a damp cloth and keep away from the sun.|Wear it to a wedding, to work or to dinner.|A gift that is remembered for years.|Lasts for many seasons if it is treated well.|Pairs well with silver jewellery and dark wool.'

/**
 * Fills a shop with empty tables as fast as possible: triggers are off, and the rows they maintain are inserted at the end.
 * User n is `user-n@shop.test`, a tenth as many as products; order n has the order id `md5('order n')`, and half of the
 * orders are those of guests, `buyer-n@shop.test`.
 */
export async function fillShop(connection: Connection, { products, orders }: { products: number; orders: number }) {
  const [first, second] = [await open(connection), await open(connection)]
  try {
    const indexes = await dropIndexes(first)
    await fillProducts(first, products)
    await Promise.all([fillSearch(second, products), fillOrders(first, products, orders)])
    await fillTallies(first)
    for (const index of indexes) await first.query(index)
    await first.query('drop table filled_product, filled_user')
    await first.query('vacuum analyze')
  } finally {
    await Promise.all([first.end(), second.end()])
  }
}

async function open(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`set statement_timeout = 0; set session_replication_role = replica;
    set work_mem = '128MB'; set maintenance_work_mem = '512MB'; set synchronous_commit = off`)
  return client
}

/** Drops the indexes, because creating them at the end is faster than updating them. Returns their definitions. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ index: string; definition: string }>(`
    select indexrelid::regclass::text as index, pg_get_indexdef(indexrelid) as definition from pg_index
    where not indisunique and indrelid = any(array['product', 'product_search', 'review', '"order"', 'order_line', 'order_event']::regclass[])`)
  for (const { index } of rows) await client.query(`drop index ${index}`)
  return rows.map(({ definition }) => definition)
}

/** SQL for a pseudo-random number from 0 to 1, the same for the same n. */
const chance = (salt: number, n = 'n') => `((hashint4((${n} * 31 + ${salt})::int)::bigint & 1048575) / 1048576.0)`
const pick = (list: string, salt: number, n = 'n') =>
  `split_part('${list}', '|', 1 + (${chance(salt, n)} * ${list.split('|').length})::int % ${list.split('|').length})`
/** SQL for the age of the nth of so many rows, spread over two years. */
const age = (count: number, n = 'n') => `((${count} - ${n}) * ${63e6 / count} * interval '1 second')`

async function fillProducts(client: pg.Client, products: number): Promise<void> {
  const users = Math.max(100, Math.floor(products / 10))
  await client.query(`create unlogged table filled_user as
    select n, uuidv7(-${age(users)}) as id from generate_series(1, ${users}) n`)
  await client.query(`insert into "user" (id, username, email, created_at)
    select id, 'User ' || n, 'user-' || n || '@shop.test', now() - ${age(users)} from filled_user`)

  // The prices of each category cluster around a middle one.
  const price = `exp((${[41, 42, 43, 44].map(salt => chance(salt)).join(' + ')} - 2) * 1.3)
    * case category when 'dress' then 160 when 'jewellery' then 120 when 'accessories' then 70 else 28 end`
  const thing = categories.map(category => `when '${category}' then ${pick(things[category], 23)}`).join(' ')
  await client.query(`create unlogged table filled_product as
    select n, uuidv7(-${age(products)}) as id, category, ${pick(colors.join('|'), 12)} as color,
      ${pick(lines, 21)} || ' ' || ${pick(cuts, 22)} || ' ' || case category ${thing} end as name,
      case when ${chance(52)} > 0.7 then greatest(3, ${price})::int * 100 + 50 else greatest(3, ${price})::int * 100 end as price_cents
    from (select n, ${pick(categories.join('|'), 11)} as category from generate_series(1, ${products}) n) made`)

  await client.query(`insert into review (id, user_id, product_id, rating, comment, created_at)
    select uuidv7(), u.id, made.id, 5 - (${chance(71, 'made.n + each')} * ${chance(72, 'made.n + each')} * 5)::int % 5,
      'Lovely, and just as it is shown. I would buy it again.', now() - made.n * interval '20 seconds'
    from filled_product made
    cross join lateral generate_series(1, case when ${chance(61, 'made.n')} > 0.97 then 6 when ${chance(61, 'made.n')} > 0.7 then 1 else 0 end) each
    join filled_user u on u.n = 1 + (made.n * 7 + each * 13) % ${users}`)
  await client.query(`insert into product
      (id, name, category, color, description, price_cents, old_price_cents, rating, created_at, updated_at)
    select id, name, category, color, concat_ws(' ', ${pick(openings, 31)}, ${pick(middles, 32)}, ${pick(middles, 34)}, ${pick(endings, 33)}),
      price_cents, case when ${chance(51)} > 0.7 then price_cents * 6 / 5 end, coalesce(mean, 0),
      now() - ${age(products)}, now() - ${age(products)}
    from filled_product left join (select product_id, round(avg(rating), 2) as mean from review group by 1) rated on product_id = id
    order by n`)
  await client.query(
    `insert into variant (id, product_id, size, place, created_at) select id, id, 'one', 0, created_at from product`,
  )
  await client.query(`insert into product_fits_count (category, color, bucket, fits, n)
    select counted.category, counted.color, (place - 1) * ${bucketsOfStep} + price_cents / step, fits, sum(n)
    from (select category, color, price_cents, fits, count(*) as n from product group by 1, 2, 3, 4) each
    cross join unnest(array[${priceSteps}]) with ordinality as steps (step, place)
    cross join lateral (values (each.category, each.color), (each.category, ''), ('', each.color), ('', ''))
      as counted (category, color)
    group by 1, 2, 3, 4`)
  await client.query(`insert into product_sale_count (category, color, bucket, fits, n)
    select counted.category, counted.color, (place - 1) * ${bucketsOfStep} + price_cents / step, sets.fits, count(*)
    from product each cross join lateral (values (-1), (fits)) sets (fits)
    cross join unnest(array[${priceSteps}]) with ordinality as steps (step, place)
    cross join lateral (values (each.category, each.color), (each.category, ''), ('', each.color), ('', ''))
      as counted (category, color)
    where old_price_cents is not null group by 1, 2, 3, 4`)
  await client.query(`insert into product_count (category, color, bucket, n)
    select category, color, bucket, sum(n) from product_fits_count group by 1, 2, 3`)
}

async function fillSearch(client: pg.Client, products: number): Promise<void> {
  for (let from = 1; from <= products; from += 20_000)
    await client.query(`select make_products_searchable(array(
      select id from filled_product where n between ${from} and ${from + 19_999}))`)
}

async function fillOrders(client: pg.Client, products: number, orders: number): Promise<void> {
  await client.query('alter table filled_product add primary key (n)')
  await client.query(`create unlogged table filled_order as
    select n, uuidv7(-${age(orders)}) as id, now() - ${age(orders)} as at,
      case when ${chance(81)} > 0.97 then 'refunded' when ${chance(81)} > 0.93 then 'expired' else 'paid' end as payment_state,
      case when ${chance(81)} <= 0.93 and ${chance(84)} > 0.05 then 'completed'
        when ${chance(81)} <= 0.93 and ${chance(84)} > 0.03 then 'shipped' else 'pending' end as status
    from generate_series(1, ${orders}) n`)
  await client.query(`insert into order_line (order_id, position, product_id, name, unit_cents, quantity)
    select filled_order.id, position, sold.id, sold.name, sold.price_cents, 1 + (${chance(83, 'filled_order.n + position')} > 0.9)::int
    from filled_order
    cross join lateral generate_series(0, (${chance(82, 'filled_order.n')} * 3)::int % 3) position
    join filled_product sold on sold.n = 1 + ((filled_order.n * 3 + position) * 7919::bigint) % ${products}`)
  await client.query(`insert into "order" (id, order_id, user_id, email, contact_email, status, payment_state, amount_cents, payment_session, created_at, updated_at)
    select made.id, md5('order ' || made.n), u.id, email, email, status, payment_state, cents, 'cs_test_' || md5('session ' || made.n), at, at
    from filled_order made
    join (select order_id, sum(unit_cents * quantity) as cents from order_line group by 1) line on line.order_id = made.id
    left join filled_user u on made.n % 2 = 0 and u.n = 1 + made.n % (select count(*) from filled_user)
    cross join lateral (select case when u.n is null then 'buyer-' || made.n || '@shop.test' else 'user-' || u.n || '@shop.test' end as email) buyer`)
  await client.query(`insert into order_event (order_id, kind, value, actor, at)
    select id, kind, value, 'webhook', at from filled_order cross join lateral (values
      (1, 'payment', 'awaiting'), (2, 'payment', payment_state), (3, 'status', 'pending'), (4, 'status', status)
    ) event (place, kind, value)
    where (payment_state <> 'expired' or kind = 'payment') and (place < 4 or status <> 'pending') order by n, place`)
  await client.query(`insert into address (order_id, name, line1, city, postal_code, country)
    select id, 'Customer ' || n, n % 200 || ' Main Street', 'Springfield', lpad((n % 90000)::text, 5, '0'), 'US' from filled_order`)
  await client.query('drop table filled_order')
}

async function fillTallies(client: pg.Client): Promise<void> {
  await client.query(`insert into order_tally (month, payment_state, status, n, cents)
    select date_trunc('month', created_at at time zone 'UTC'), payment_state, status, count(*), sum(amount_cents)
    from "order" where payment_state in ('paid', 'refunded', 'review') group by 1, 2, 3`)
  await client.query(`insert into ended_order_tally (payment_state, n)
    select payment_state, count(*) from "order" where payment_state in ('failed', 'expired') group by 1`)
  await client.query(`insert into row_tally (rows_of, kind, n)
    select 'user', 'user', count(*) from "user" union all select 'review', '', count(*) from review`)
}
