
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
      create index upload_quarantined on upload (created_at) where state = 'quarantined'
