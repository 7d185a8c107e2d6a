
      -- What is clean lies in the storage; content is only what is in quarantine. sha256 is of what was sent: the same again is the same file.
      alter table upload add column listing_id uuid, add column width int, add column height int, add column sha256 text
