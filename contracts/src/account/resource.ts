import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { zCurrency } from '../kernel/money.ts'
import { defineResource } from '../kernel/resource.ts'

/** A host account as people and staff see it. */
export const zAccountRow = z.strictObject({
  id: z.string(),
  displayName: z.string(),
  kind: z.enum(['individual', 'company']),
  country: z.string(),
  defaultCurrency: zCurrency,
  timezone: z.string(),
  openedAt: zInstant,
})
export type AccountRow = z.infer<typeof zAccountRow>

export const accounts = defineResource({
  name: 'accounts',
  table: 'account',
  row: zAccountRow,
  capability: 'account.read',
  scope: 'tenant',
  sort: ['displayName', 'openedAt'],
  defaultSort: ['displayName', 'ASC'],
  filter: { country: 'equals', q: { search: ['displayName'] } },
})
