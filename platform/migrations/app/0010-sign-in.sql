
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
      create index mail_waiting on mail (retry_at)
