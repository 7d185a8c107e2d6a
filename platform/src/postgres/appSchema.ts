import type { Migration } from './migrate.ts'

/** The schema `app`: what cannot be rebuilt from events. It is backed up like the log (decisions.md §3). */
export const appSchema = 'app'

export const appMigrations: readonly Migration[] = [
  {
    name: '0001-subject-keys',
    sql: `
      create table subject_key (
        key_id uuid primary key,
        tenant_id text not null,
        subject_id text not null,
        wrapped_key bytea not null,
        created_at timestamptz not null default now(),
        unique (tenant_id, subject_id)
      )`,
  },
  {
    name: '0002-users-and-sessions',
    sql: `
      create table app_user (
        id uuid primary key,
        email text not null,
        password_hash text,
        display_name text not null,
        staff_role text check (staff_role in ('support', 'finance', 'admin', 'auditor')),
        created_at timestamptz not null default now()
      );
      create unique index app_user_email on app_user (lower(email));

      -- listing_ids null = every listing of the account
      create table membership (
        user_id uuid not null references app_user (id) on delete cascade,
        host_account_id uuid not null,
        role text not null,
        listing_ids uuid[],
        primary key (user_id, host_account_id)
      );
      create index membership_by_host_account on membership (host_account_id);

      -- host_account_id null = no account chosen yet, or a staff session
      create table session (
        id_hash text primary key,
        user_id uuid not null references app_user (id) on delete cascade,
        host_account_id uuid,
        created_at timestamptz not null,
        last_seen_at timestamptz not null,
        expires_at timestamptz not null
      );
      create index session_by_user on session (user_id);
      create index session_by_expiry on session (expires_at)`,
  },
  {
    name: '0003-login-attempts',
    // `key` is a hash: who tried to sign in from where is nobody's business.
    sql: `create table login_attempt (key text primary key, failures int not null, since timestamptz not null)`,
  },
]
