import { type Kysely, sql } from 'kysely'

/** The pages and the posts of the journal that the owner writes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table content (
      id uuid primary key,
      kind text not null check (kind in ('page', 'post')),
      title text not null,
      address text not null check (address ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
      summary text not null,
      shows_summary boolean not null,
      author text not null,
      picture text,
      alt text not null,
      seo_title text not null,
      seo_description text not null,
      document jsonb not null,
      pictures text[] not null,
      minutes integer not null,
      published_from timestamptz,
      preview_key text not null,
      version integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    )`.execute(db)
  await sql`create unique index content_at_address on content (kind, address) where deleted_at is null`.execute(db)
  await sql`create index content_published on content (kind, published_from, id)
    where deleted_at is null and published_from is not null`.execute(db)
  await sql`create index content_updated on content (kind, updated_at desc, id) where deleted_at is null`.execute(db)
  await sql`create index content_pictures on content using gin (pictures)`.execute(db)
  await sql`
    create table content_address (
      kind text not null,
      address text not null,
      content_id uuid not null references content,
      primary key (kind, address)
    )`.execute(db)
  await sql`create index content_address_of on content_address (content_id)`.execute(db)
  await sql`
    create table content_change (
      audit_id uuid primary key references audit,
      content_id uuid not null references content,
      before jsonb,
      version integer not null
    )`.execute(db)
  await sql`create index content_change_pictures on content_change using gin ((before -> 'pictures'))`.execute(db)
  await sql`alter table audit drop constraint audit_record_check`.execute(db)
  await sql`alter table audit add constraint audit_record_check check (
    record in (
      'user', 'product', 'order', 'import', 'message', 'review', 'size chart', 'delivery', 'setting', 'bulk edit',
      'invitation', 'content'
    )
  ) not valid`.execute(db)
  await sql`
    create function tell_content() returns trigger language plpgsql as $$
    begin
      perform tell_changes(array['content']);
      return null;
    end $$`.execute(db)
  await sql`create trigger content_is_told after insert or update or delete on content
    for each statement execute function tell_content()`.execute(db)
}
