import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { defineResource } from '../kernel/resource.ts'
import { zPolicyName } from './terms.ts'

/** One version of a policy document. `id` is `<name>/<version>`. */
export const zPolicyRow = z.strictObject({
  id: z.string(),
  name: zPolicyName,
  version: z.int(),
  state: z.enum(['proposed', 'published']),
  effectiveFrom: zInstant,
  body: z.record(z.string(), z.unknown()),
  reason: z.string(),
  proposedBy: z.string().nullable(),
  publishedBy: z.string().nullable(),
})
export type PolicyRow = z.infer<typeof zPolicyRow>
export const policies = defineResource({
  name: 'policies',
  table: 'policy',
  row: zPolicyRow,
  capability: 'policy.read',
  scope: 'platform',
  sort: ['name', 'version', 'effectiveFrom'],
  defaultSort: ['name', 'ASC'],
  filter: { name: 'equals', state: 'equals' },
})
