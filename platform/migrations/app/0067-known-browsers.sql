
      -- The browsers in which a person has signed in. value_hash: the hash of the browser's cookie, which is new
      -- after each sign-in. One browser may be known to several people, each of whom can forget it.
      create table known_browser (
        id uuid primary key default gen_random_uuid(),
        value_hash text not null,
        user_id uuid not null references app_user (id) on delete cascade,
        expires_at timestamptz not null,
        unique (value_hash, user_id)
      );
      create index known_browser_by_user on known_browser (user_id);
      create index known_browser_by_expiry on known_browser (expires_at);
      -- Revoking a session also forgets its browser.
      alter table session add column known_browser_id uuid references known_browser (id) on delete set null;
      create index session_by_known_browser on session (known_browser_id);
