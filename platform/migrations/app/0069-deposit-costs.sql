
      -- What the deposits that verify bank accounts cost Hearth: each is posted against the bank, never to a host.
      create table deposit_cost (
        -- The reference of the deposit at the bank.
        attempt_key text primary key,
        -- The method that it was sent for.
        method_id uuid not null,
        currency text not null,
        amount_minor bigint not null,
        posted_at timestamptz not null default now()
      )
