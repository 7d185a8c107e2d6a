create table projection (
      name text primary key,
      version int not null,
      shape text not null,
      status text not null check (status in ('building', 'serving')),
      commit numeric(20),
      prepare numeric(20),
      updated_at timestamptz not null default now()
    ) with (fillfactor = 50)
