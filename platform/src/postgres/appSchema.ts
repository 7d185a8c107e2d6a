import type { Migration } from './migrate.ts'

/**
 * The schema `app`: what cannot be rebuilt from events. It is backed up like the log
 * (docs/operate.md#back-up).
 */
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
  {
    name: '0004-processes',
    // Not in schema read: what was sent must not be sent again when read models are made anew.
    sql: `
      -- commit null = at the start of the log. Up to muted_until events make no effects: a former version saw them.
      -- live: it has once come to the end of the log; before, most of what it asks for is long done, and nothing is sent.
      create table process_manager (
        name text primary key,
        version int not null,
        commit numeric(20),
        prepare numeric(20),
        muted_until numeric(20),
        live boolean not null default false,
        epoch bigint not null default 0,
        lease_owner text,
        lease_until timestamptz,
        updated_at timestamptz not null default now()
      ) with (fillfactor = 50);

      -- error: why this instance takes no more events
      create table process (
        manager text not null,
        id text not null,
        version int not null,
        tenant_id text not null,
        state jsonb,
        error text,
        updated_at timestamptz not null default now(),
        primary key (manager, id)
      );

      -- answer: what the command service said, or the code of its refusal
      create table outbox (
        id uuid primary key,
        manager text not null,
        instance text not null,
        tenant_id text not null,
        timer text,
        work jsonb not null,
        event_id text not null,
        correlation_id text not null,
        causation_id text not null,
        due_at timestamptz not null,
        created_at timestamptz not null default now(),
        attempts int not null default 0,
        retry_at timestamptz not null default '-infinity',
        error text,
        done_at timestamptz,
        answer text
      );
      create index outbox_waiting on outbox (due_at) where done_at is null;
      create index outbox_timer on outbox (manager, instance, timer) where done_at is null and timer is not null;
      create index outbox_done on outbox (done_at) where done_at is not null;
      create index outbox_causation on outbox (causation_id)`,
  },
  {
    name: '0005-stopped-processes',
    sql: `
      -- what came for an instance since an event stopped it, that one first, as the log has it: to be taken in order once the reason is mended
      create table process_event (
        manager text not null,
        instance text not null,
        version int not null,
        commit numeric(20) not null,
        prepare numeric(20) not null,
        recorded text not null,
        primary key (manager, instance, commit, prepare)
      )`,
  },
  {
    name: '0006-stopped-index',
    // Looked at every other second by whoever has the screen open; there may be as many instances as
    // bookings.
    sql: `create index process_stopped on process (manager) where error is not null`,
  },
  {
    name: '0007-proofs-and-impersonation',
    sql: `
      -- proved_at: when the person last proved who they are. method: how this session began. user_agent, address: for its owner's list of sessions.
      alter table session
        add column proved_at timestamptz not null default now(),
        add column method text not null default 'password',
        add column user_agent text,
        add column address text,
        add column impersonation_id uuid;

      -- What staff may do in a host's place, for as long as it lasts; the events in stream impersonation-<id> tell it, this is what a session is checked by.
      create table impersonation (
        id uuid primary key,
        staff_user_id uuid not null references app_user (id) on delete cascade,
        host_account_id uuid not null,
        mode text not null check (mode in ('read_only', 'act_as')),
        scopes text[] not null,
        expires_at timestamptz not null
      )`,
  },
  {
    name: '0010-sign-in',
    sql: `
      -- id: what its owner revokes it by. second_factor: whether a code, or a provider that asked for one, was part of it.
      alter table session
        add column id uuid not null default gen_random_uuid() unique,
        add column second_factor boolean not null default false;

      -- secret is sealed. last_step: the thirty seconds whose code was taken last. enabled_at null = not yet confirmed by a code.
      create table totp (
        user_id uuid primary key references app_user (id) on delete cascade,
        secret bytea not null,
        last_step bigint not null default 0,
        enabled_at timestamptz
      );
      create table recovery_code (
        user_id uuid not null references app_user (id) on delete cascade,
        code_hash text not null,
        primary key (user_id, code_hash)
      );

      -- A person at an identity provider: the issuer's own subject, never the address.
      create table identity (
        provider text not null,
        subject text not null,
        user_id uuid not null references app_user (id) on delete cascade,
        linked_at timestamptz not null default now(),
        primary key (provider, subject),
        unique (user_id, provider)
      );
      -- A sign-in at a provider under way, bound to the browser that began it. secrets: nonce and PKCE verifier, sealed. session_hash: who proves or links.
      create table provider_login (
        state_hash text primary key,
        browser_hash text not null,
        provider text not null,
        purpose text not null check (purpose in ('login', 'prove', 'link')),
        secrets bytea not null,
        redirect text,
        session_hash text,
        expires_at timestamptz not null
      );
      create index provider_login_by_expiry on provider_login (expires_at);
      -- A provider's person whose address somebody here has: linked once that somebody signs in with the same browser.
      create table pending_link (
        browser_hash text primary key,
        provider text not null,
        subject text not null,
        user_id uuid not null references app_user (id) on delete cascade,
        expires_at timestamptz not null
      );

      -- slot: of those with the same only the newest is good. email, about are sealed; context holds ids only. browser_hash: the browser that asked.
      create table ticket (
        id uuid primary key,
        purpose text not null,
        slot text not null,
        subject text not null,
        user_id uuid references app_user (id) on delete cascade,
        email bytea,
        about bytea,
        context jsonb not null default '{}',
        token_hash text not null unique,
        browser_hash text,
        redirect text,
        expires_at timestamptz not null,
        used_at timestamptz,
        voided_at timestamptz
      );
      create index ticket_open on ticket (slot) where used_at is null and voided_at is null;
      create index ticket_by_user on ticket (user_id);
      create index ticket_by_expiry on ticket (expires_at);

      -- Sealed until it is sent, then gone.
      create table mail (
        id uuid primary key,
        kind text not null,
        content bytea not null,
        created_at timestamptz not null default now(),
        attempts int not null default 0,
        retry_at timestamptz not null default now(),
        error text
      );
      create index mail_waiting on mail (retry_at)`,
  },
  {
    name: '0030-impersonation-codes',
    sql: `
      -- One for each account; code_hash is made under a server key. used_for: the impersonation that it was used for.
      create table impersonation_code (
        host_account_id uuid primary key,
        code_hash text not null,
        made_by uuid not null references app_user (id) on delete cascade,
        expires_at timestamptz not null,
        failures int not null default 0,
        used_for uuid
      );
      create index session_by_impersonation on session (impersonation_id) where impersonation_id is not null`,
  },
  {
    name: '0020-vault-and-exports',
    sql: `
      -- The only place of bank and tax numbers, sealed; what else needs one says its id and the last four characters.
      create table vault (
        id uuid primary key,
        tenant_id text not null,
        subject_id text not null,
        kind text not null,
        sealed bytea not null,
        last4 text not null,
        created_at timestamptz not null default now()
      );
      create index vault_by_subject on vault (tenant_id, subject_id);

      -- Copies of an account's data, sealed in pieces; gone when their time is over or a person of theirs is erased.
      create table data_export (
        id uuid primary key,
        host_account_id uuid not null,
        name text not null,
        expires_at timestamptz not null
      );
      create index data_export_by_host_account on data_export (host_account_id);
      create table data_export_part (
        export_id uuid not null references data_export (id) on delete cascade,
        part int not null,
        sealed bytea not null,
        primary key (export_id, part)
      )`,
  },
  {
    name: '0031-staff-looks',
    sql: `
      -- What staff read of accounts, until it stands in the streams audit-<account>. batch: who takes it there.
      create table staff_look (
        id bigint generated always as identity primary key,
        staff_user_id uuid not null,
        host_account_id text not null,
        resource text not null,
        record_ids text[] not null,
        at timestamptz not null,
        batch uuid
      );
      create index staff_look_waiting on staff_look (id) where batch is null;
      create index staff_look_taken on staff_look (batch) where batch is not null`,
  },
  {
    name: '0032-audit-chain',
    sql: `
      -- One line for each event of a stream of the audit; hash goes over the event and the line before. Only ever added to.
      create table audit_link (
        stream text not null,
        revision bigint not null,
        commit numeric(20) not null,
        hash bytea not null,
        primary key (stream, revision)
      );
      -- Once an hour: over the last links of all streams and the head before.
      create table audit_head (
        number bigint generated always as identity primary key,
        made_at timestamptz not null default now(),
        links bigint not null,
        hash bytea not null
      );
      create function refuse_change() returns trigger language plpgsql as $$ begin raise exception 'The audit is only ever added to'; end $$;
      create trigger audit_link_stays before update or delete or truncate on audit_link for each statement execute function app.refuse_change();
      create trigger audit_head_stays before update or delete or truncate on audit_head for each statement execute function app.refuse_change()`,
  },
  {
    name: '0040-uploads',
    sql: `
      -- content: as it was sent while quarantined, as it may be given out once clean, null once refused
      create table upload (
        id uuid primary key,
        tenant_id text not null,
        name text not null,
        type text,
        size int not null,
        state text not null check (state in ('quarantined', 'clean', 'unscanned', 'refused')),
        reason text,
        content bytea,
        created_at timestamptz not null default now()
      );
      create index upload_by_tenant on upload (tenant_id);
      create index upload_quarantined on upload (created_at) where state = 'quarantined'`,
  },
  {
    name: '0041-files',
    sql: `
      -- What is clean lies in the storage; content is only what is in quarantine. sha256 is of what was sent: the same again is the same file.
      alter table upload add column listing_id uuid, add column width int, add column height int, add column sha256 text`,
  },
  {
    name: '0042-feed-checks',
    sql: `
      -- When a calendar feed is to be fetched; checked_at: when it was understood last. body_hash is of the body as it came.
      create table feed_check (
        feed_id text primary key,
        added_at timestamptz not null,
        next_at timestamptz not null,
        tried_at timestamptz,
        checked_at timestamptz,
        stale_at timestamptz,
        etag text,
        last_modified text,
        body_hash text
      );
      create index feed_check_due on feed_check (next_at)`,
  },
  {
    name: '0050-bank',
    sql: `
      -- What banks said that they did, as it was taken in from their statements; only ever added to.
      create table bank_movement (
        number bigint generated always as identity,
        provider_ref text not null,
        result text not null,
        attempt_key text not null,
        amount_minor bigint not null,
        currency text not null,
        at timestamptz not null,
        code text,
        taken_in_at timestamptz not null default now(),
        primary key (provider_ref, result)
      );
      create index bank_movement_of_payout on bank_movement (left(attempt_key, 36)) where result = 'paid';
      create index bank_movement_new on bank_movement (taken_in_at) where result = 'paid';
      -- How far each provider's statement was read.
      create table bank_statement (
        provider text primary key,
        cursor text not null
      );
      -- When a payout was last asked after at the bank.
      create table payout_look_up (
        payout_id text primary key,
        at timestamptz not null
      )`,
  },
  {
    name: '0051-outbox-by-manager',
    sql: `
      drop index outbox_waiting;
      create index outbox_waiting on outbox (manager, due_at, id) where done_at is null`,
  },
]
