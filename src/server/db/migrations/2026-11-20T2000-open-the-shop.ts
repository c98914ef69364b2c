import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table "user" (
      id uuid primary key,
      username text not null,
      email text not null,
      role text not null default 'user' check (role in ('user', 'admin')),
      password_hash text,
      created_at timestamptz not null,
      deleted_at timestamptz
    )`.execute(db)
  await sql`create unique index user_email on "user" (lower(email))`.execute(db)

  await sql`
    create table image (
      id text primary key,
      width integer not null,
      height integer not null,
      placeholder text not null,
      created_at timestamptz not null
    )`.execute(db)

  await sql`
    create table product (
      id uuid primary key,
      name text not null,
      category text not null,
      color text not null,
      description text not null,
      price_cents integer not null check (price_cents between 1 and 10000000),
      old_price_cents integer check (old_price_cents > price_cents),
      image_id text references image,
      rating numeric(3, 2) not null default 0 check (rating between 0 and 5),
      author uuid references "user",
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    )`.execute(db)
  for (const columns of ['', 'category,', 'color,', 'category, color,'])
    await sql`create index on product (${sql.raw(columns)} created_at desc, id) where deleted_at is null`.execute(db)
  await sql`create index on product (price_cents) where deleted_at is null`.execute(db)

  await sql`
    create table product_count (
      category text not null,
      color text not null,
      price_cents integer not null,
      n integer not null check (n >= 0),
      primary key (category, color, price_cents)
    )`.execute(db)
  await sql`
    create function count_product() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' and old.deleted_at is null then
        update product_count set n = n - 1
        where category = old.category and color = old.color and price_cents = old.price_cents;
      end if;
      if tg_op <> 'DELETE' and new.deleted_at is null then
        insert into product_count values (new.category, new.color, new.price_cents, 1)
        on conflict (category, color, price_cents) do update set n = product_count.n + 1;
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger product_counted after insert or delete or update of category, color, price_cents, deleted_at
    on product for each row execute function count_product()`.execute(db)

  await sql`
    create table review (
      id uuid primary key,
      user_id uuid not null references "user",
      product_id uuid not null references product,
      rating smallint not null check (rating between 1 and 5),
      comment text not null check (length(comment) between 1 and 2000),
      created_at timestamptz not null,
      unique (user_id, product_id)
    )`.execute(db)
  await sql`create index on review (product_id, created_at desc)`.execute(db)

  await sql`
    create table "order" (
      id uuid primary key,
      order_id text not null unique,
      user_id uuid references "user",
      email text,
      contact_email text,
      status text not null default 'pending' check (status in ('pending', 'processing', 'shipped', 'completed')),
      payment_state text not null default 'awaiting'
        check (payment_state in ('awaiting', 'paid', 'failed', 'expired', 'review', 'refunded')),
      review_reason text,
      amount_cents bigint not null check (amount_cents > 0),
      currency text not null default 'usd',
      attempt integer not null default 1,
      payment_session text unique,
      payment_url text,
      expires_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    )`.execute(db)
  await sql`create index on "order" (created_at) where payment_state = 'awaiting'`.execute(db)

  await sql`
    create table order_line (
      order_id uuid not null references "order",
      position integer not null,
      product_id uuid not null references product,
      name text not null,
      image_id text references image,
      unit_cents integer not null check (unit_cents > 0),
      quantity integer not null check (quantity between 1 and 99),
      primary key (order_id, position)
    )`.execute(db)

  await sql`
    create table address (
      order_id uuid primary key references "order",
      name text,
      line1 text,
      line2 text,
      city text,
      state text,
      postal_code text,
      country text,
      phone text
    )`.execute(db)

  await sql`
    create table order_event (
      id bigint generated always as identity primary key,
      order_id uuid not null references "order",
      kind text not null check (kind in ('status', 'payment')),
      value text not null,
      actor text not null,
      at timestamptz not null
    )`.execute(db)
  await sql`create index on order_event (order_id, id)`.execute(db)

  await sql`
    create table payment_event (
      id text primary key,
      type text not null,
      order_id uuid references "order",
      received_at timestamptz not null
    )`.execute(db)
}
