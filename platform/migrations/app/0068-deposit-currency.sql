
      -- A pair verifies methods of its currency only: amounts are counted in what payment systems transfer of it.
      -- The currency of earlier pairs is unknown, so their bank accounts may get another pair.
      delete from micro_deposit_pair;
      alter table micro_deposit_pair add column currency text not null;
      alter table micro_deposit_pair drop constraint micro_deposit_pair_pkey;
      alter table micro_deposit_pair add primary key (bank_key, currency)
