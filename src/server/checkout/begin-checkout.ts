import { maxGoodsCents } from '#domain/costs/costs.ts'
import { maxChargeCents } from '#domain/currency.ts'
import { sqlFunction } from '../db/sql-function.ts'
import { dueAtText } from '../products/schedule/schedule-queries.ts'
import { shareCurrency } from '../settings/currency.ts'
import { heldFor, holdPieces, seeCounting } from '../stock/placing-sql.ts'
import { findCosts, splitDiscount } from './costs-sql.ts'

/** The function's argument, as JSON: the names are those of its record `checkout`, times are ISO texts. */
export interface BeginCheckout {
  id: string
  order_id: string
  user_id: string | undefined
  email: string | undefined
  visitor: string
  is_new_visitor: boolean
  idempotency_key: string | undefined
  /** The hash of the network, in hexadecimal digits. */
  address: string
  return_origin: string | undefined
  cart_hash: string
  max_open: number
  max_per_minute: number
  limits_hoarding: boolean
  ordered_at: Date
  expires_at: Date
  check_at: Date
  /** The hash of the key of a guest's browser, in hexadecimal digits. */
  key_hash: string | undefined
  key_expires_at: Date
  /** As the cart chose it, see `ChosenDelivery`. */
  country: string | undefined
  delivery_method: string | undefined
  is_pickup: boolean
  min_days: number | undefined
  max_days: number | undefined
  delivery_cents: number
  free_from_cents: number | null
  tax_bp: number | null
  tax_label: string | undefined
  /** The discount code that was typed, tidied. */
  code: string | undefined
  /** The total that the shopper was shown. */
  shown_cents: number | undefined
  /** In one of the product's sizes, or in its only one. */
  lines: { product_id: string; variant_id: string | undefined; quantity: number }[]
}

/** PostgreSQL's code for an error of the function: something of a product has begun or ended that is not applied yet. */
export const isDue = 'VS002'

/** And one for an order that is more than the provider charges at once, or its goods are more than can be stored. */
export const tooDear = 'VS003'

/** And one for an order with another total than the shopper was shown. */
export const totalChanged = 'VS004'

/**
 * Places an order in one round trip. The locks are always taken in this order: the currency, the idempotency key, the address, the
 * discount code, then what `holdPieces` says.
 */
const body = `
declare
  checkout record;
  line_count integer;
  counted_lines integer;
  counted record;
  pieces record;
  is_stranger boolean;
  shown_products uuid[];
  is_sellable boolean;
  is_due boolean;
  begun integer;
  begin_again_at timestamptz;
  answer record;
  discount discount_code;
  costs record;
begin
  select * into checkout from jsonb_to_record(request) as (
    id uuid, order_id text, user_id uuid, email text,
    visitor text, is_new_visitor boolean, idempotency_key text, address text, return_origin text, cart_hash text,
    max_open integer, max_per_minute integer, limits_hoarding boolean,
    ordered_at timestamptz, expires_at timestamptz, check_at timestamptz, key_hash text, key_expires_at timestamptz,
    country text, delivery_method text, is_pickup boolean, min_days integer, max_days integer,
    delivery_cents integer, free_from_cents integer, tax_bp integer, tax_label text, code text, shown_cents bigint, lines jsonb
  );
  perform ${shareCurrency};
  currency := coalesce((select lower(value ->> 'code') from shop_setting where section = 'currency'), 'usd');
  line_count := jsonb_array_length(checkout.lines);
  is_stranger := checkout.limits_hoarding and not exists (
    select from "order" where user_id = checkout.user_id and payment_state = 'paid'
  );

  -- The lines at today's prices, each in its variant. When a product is not on sale, or a line does not name one of its variants,
  -- there is no order, and the answer shows which. Two lines that turn out to be one variant become one.
  select json_agg(line order by position), sum("priceCents"::bigint * quantity),
    coalesce(sum(merged) = line_count and bool_and("variantId" is not null and quantity <= 99), false),
    coalesce(bool_or("onHand" - held < quantity), false), count("onHand"),
    bool_or(due_at <= checkout.ordered_at)
  into sold, total, is_sellable, is_short, counted_lines, is_due
  from (
    select min(position) as position, count(*) as merged, id, name, price_cents as "priceCents", image_id as "imageId", sum(quantity)::integer as quantity,
      "variantId", size, sku, color, category, sizes, "onHand", held, due_at
    from rows from (jsonb_to_recordset(checkout.lines) as (product_id uuid, variant_id uuid, quantity integer))
        with ordinality line (product_id, variant_id, quantity, position)
      cross join lateral (
        select product.id, name, price_cents, image_id, product.category,
          case when style_id is not null or product.card ? 'sizes' then coalesce(shade, product.color) end as color,
          ${dueAtText} as due_at
        from product where product.id = line.product_id and deleted_at is null limit 1
      ) product
      left join lateral (
        select variant.id as "variantId", nullif(size, 'one') as size, sku from variant
        where product_id = product.id and deleted_at is null and case
          when line.variant_id is not null then variant.id = line.variant_id
          else (select count(*) from variant other where other.product_id = product.id and other.deleted_at is null) = 1 end
        limit 1
      ) variant on true
      left join lateral (
        select jsonb_agg(size order by place) as sizes from variant other
        where "variantId" is null and other.product_id = product.id and other.deleted_at is null
      ) sizes on true
      left join lateral (
        select on_hand as "onHand", ${heldFor('is_stranger')} as held from stock where variant_id = "variantId" limit 1
      ) stock on true
    group by id, name, price_cents, image_id, "variantId", size, sku, color, category, sizes, "onHand", held, due_at
  ) line;
  if is_due then
    raise exception 'a schedule is due' using errcode = '${isDue}';
  end if;
  if not is_sellable then
    return;
  end if;

  -- The order that this visitor has begun with this key. Of two requests at once the second waits, and finds the first's.
  if checkout.idempotency_key is not null then
    perform pg_advisory_xact_lock(hashtextextended('checkout with key ' || checkout.idempotency_key, 0));
    select json_build_object('id', id, 'visitor', visitor, 'cart', cart_hash, 'amount', amount_cents, 'session', payment_session, 'url', payment_url, 'expires_at', expires_at)
    into earlier from "order"
    where idempotency_key = checkout.idempotency_key
      and payment_state is not distinct from 'awaiting' and expires_at > checkout.ordered_at
      and case when checkout.is_new_visitor then was_new_visitor else visitor = checkout.visitor end
    order by created_at desc limit 1;
    if found then
      is_short := false;
      return;
    end if;
  end if;

  -- Too few pieces, as far as a look without a lock can tell: a buyer who comes too late costs one read.
  if is_short then
    return;
  end if;

  -- The bounds of one address: open payment pages, then checkouts begun within a minute. Both are exact also at once.
  perform pg_advisory_xact_lock(hashtextextended('checkouts from ' || checkout.address, 0));
  perform from "order"
  where address = decode(checkout.address, 'hex') and payment_state is not distinct from 'awaiting'
  offset checkout.max_open - 1 limit 1;
  if found then
    wait_seconds := 60;
    return;
  end if;
  insert into checkout_rate as known (key, count, forget_at)
  values (decode(checkout.address, 'hex'), 1, checkout.ordered_at + interval '1 minute')
  on conflict (key) do update set
    count = case when known.forget_at <= checkout.ordered_at then 1 else known.count + 1 end,
    forget_at = case when known.forget_at <= checkout.ordered_at then excluded.forget_at else known.forget_at end
  returning count, forget_at into begun, begin_again_at;
  if begun > checkout.max_per_minute then
    wait_seconds := ceil(extract(epoch from begin_again_at - checkout.ordered_at));
    return;
  end if;
${findCosts}  if costs.total > ${maxChargeCents} or total > ${maxGoodsCents} then
    raise exception 'more than a card can pay' using errcode = '${tooDear}';
  end if;
  if costs.total <> checkout.shown_cents then
    raise exception 'another total than was shown' using errcode = '${totalChanged}';
  end if;
${splitDiscount}${holdPieces}
  insert into "order"
    (id, order_id, user_id, email, amount_cents, goods_cents, discount_cents, delivery_cents, tax_cents, tax_bp, tax_label, country,
      delivery_method, is_pickup, min_days, max_days, discount_code_id, discount_code, expires_at, visitor, was_new_visitor, idempotency_key, address, return_origin,
      currency, cart_hash, check_at, created_at, updated_at)
  values (checkout.id, checkout.order_id, checkout.user_id, checkout.email, costs.total, total, costs.discount, costs.delivery, costs.tax,
    checkout.tax_bp, checkout.tax_label, checkout.country, checkout.delivery_method, checkout.is_pickup, checkout.min_days, checkout.max_days,
    discount.id, discount.code, checkout.expires_at, checkout.visitor,
    checkout.is_new_visitor, checkout.idempotency_key, decode(checkout.address, 'hex'), checkout.return_origin,
    currency, checkout.cart_hash, checkout.check_at, checkout.ordered_at, checkout.ordered_at)
  returning "order".number into number;
  insert into order_line
    (order_id, position, product_id, name, image_id, unit_cents, quantity, variant_id, size, color, sku, takes_stock, discount_cents)
  select checkout.id, row_number() over (order by position) - 1, line.id, name, "imageId", "priceCents", quantity,
    "variantId", size, color, sku, "onHand" is not null, coalesce("discountCents", 0)
  from json_to_recordset(sold) as line (id uuid, name text, "imageId" text, "priceCents" integer, quantity integer,
    "variantId" uuid, size text, color text, sku text, position integer, "onHand" integer, "discountCents" integer)
  order by "variantId"; -- each row holds its variant, and first counts lock variants in this order
  parts := json_build_object('discountCents', costs.discount, 'deliveryCents', costs.delivery, 'totalCents', costs.total);
${seeCounting}
  insert into order_event (order_id, kind, value, actor, at)
  values (checkout.id, 'payment', 'awaiting', 'checkout', checkout.ordered_at);
  insert into order_key (token_hash, order_id, expires_at)
  select decode(checkout.key_hash, 'hex'), checkout.id, checkout.key_expires_at where checkout.key_hash is not null;
end`

const signature =
  '(request jsonb, out sold json, out total bigint, out earlier json, out wait_seconds integer, out number integer, out is_short boolean, out currency text, out parts json, out refused text, out refused_min integer, out refused_category text)'

/** The function that places an order. */
export const beginCheckoutFunction = sqlFunction('begin_checkout', signature, body)

/** The statement that places an order: $1 is a `BeginCheckout` as JSON. */
export const beginCheckout = `select * from ${beginCheckoutFunction.name}($1::jsonb)`
