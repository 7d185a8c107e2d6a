/**
 * What a team without event sourcing would create: a row for each thing, its present state only. Nights are
 * kept from being sold twice by an exclusion constraint, repeated requests from acting twice by their key.
 */
export const schema = `
  create extension if not exists btree_gist;
  create table session (
    token_hash bytea primary key,
    tenant_id uuid not null,
    user_name text not null,
    expires_at timestamptz not null
  );
  create table listing (
    id uuid primary key,
    tenant_id uuid not null,
    currency text not null,
    max_guests int not null,
    fee_bps int not null
  );
  create table booking (
    id uuid primary key default gen_random_uuid(),
    tenant_id uuid not null,
    listing_id uuid not null references listing,
    code text not null unique,
    source text not null,
    external_ref text not null,
    guest_ref text not null,
    guest_name text not null,
    adults int not null,
    check_in date not null,
    check_out date not null,
    status text not null default 'confirmed',
    confirmed_at timestamptz not null default now(),
    currency text not null,
    guest_total_minor bigint not null,
    host_payout_minor bigint not null,
    nightly jsonb not null,
    constraint nights_are_free exclude using gist (
      listing_id with =, daterange(check_in, check_out) with &&
    ) where (status = 'confirmed')
  );
  create index booking_of_tenant on booking (tenant_id, check_in desc, id);
  create unique index booking_of_channel on booking (tenant_id, source, external_ref);
  create table note (
    id uuid primary key default gen_random_uuid(),
    booking_id uuid not null references booking,
    author text not null,
    visibility text not null,
    text text not null,
    at timestamptz not null default now()
  );
  create index note_of_booking on note (booking_id, at);
  create table answered_request (
    tenant_id uuid not null,
    key uuid not null,
    answer jsonb not null,
    at timestamptz not null default now(),
    primary key (tenant_id, key)
  );
`
