
      -- Which pair of small deposits a bank account received last: one in thirty days, whichever host adds it.
      create table micro_deposit_pair (
        -- A keyed hash of the bank account: the number itself is in the vault only.
        bank_key text primary key,
        -- The method that they were sent for; their amounts derive from it.
        pair_id uuid not null,
        claimed_at timestamptz not null default now(),
        -- Null until the bank has accepted them.
        sent_at timestamptz
      );
      create index micro_deposit_pair_by_claim on micro_deposit_pair (claimed_at);
      -- Methods that are verified with the pair of an earlier one.
      create table micro_deposit_method (
        method_id uuid primary key,
        host_account_id uuid not null,
        pair_id uuid not null
      );
      create index micro_deposit_method_by_pair on micro_deposit_method (host_account_id, pair_id)
