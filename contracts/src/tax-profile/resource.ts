import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { defineResource } from '../kernel/resource.ts'
import { TAX_STATUSES, zTaxPart, zTaxProfile } from './profile.ts'

/** The tax details of a host, and what of them is missing. `id` is the account's. */
export const zTaxProfileRow = zTaxProfile.extend({
  id: z.string(),
  status: z.enum(TAX_STATUSES),
  missing: z.array(zTaxPart),
  changedAt: zInstant,
})
export type TaxProfileRow = z.infer<typeof zTaxProfileRow>

export const taxProfiles = defineResource({
  name: 'tax-profiles',
  table: 'tax_profile',
  row: zTaxProfileRow,
  capability: 'tax.status',
  visibility: {
    id: 'open',
    status: 'open',
    missing: 'open',
    requests: 'open',
    reminders: 'open',
    holds: 'open',
    changedAt: 'open',
    answers: 'tax.answer',
    form: 'tax.read',
    dac7: 'tax.read',
    vat: 'tax.read',
    documents: 'tax.read',
  },
  scope: 'tenant',
  listings: 'whole account',
  sort: ['changedAt', 'status'],
  defaultSort: ['changedAt', 'DESC'],
  filter: { status: 'equals' },
})
