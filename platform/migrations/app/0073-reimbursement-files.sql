
      -- A file that was uploaded for a claim for reimbursement is shown to those who may read the claim only. taken_local is when a picture was taken by its camera's clock, read before that was removed.
      alter table upload add column reimbursement_id uuid, add column taken_local text;
      create index upload_by_reimbursement on upload (reimbursement_id) where reimbursement_id is not null
