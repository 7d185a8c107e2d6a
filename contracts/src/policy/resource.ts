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

const base = {
  table: 'policy',
  row: zPolicyRow,
  visibility: {
    id: 'open',
    name: 'open',
    version: 'open',
    state: 'open',
    effectiveFrom: 'open',
    body: 'open',
    reason: 'policy.review',
    proposedBy: 'policy.review',
    publishedBy: 'policy.review',
  },
  scope: 'platform',
  sort: ['name', 'version', 'effectiveFrom'],
  defaultSort: ['name', 'ASC'],
  filter: { name: 'equals', state: 'equals', effectiveFrom: 'range' },
} as const

/** Every version, proposed ones too: for those who propose and approve. */
export const policies = defineResource({ ...base, name: 'policies', capability: 'policy.review' })
/** What is in force or will be: everyone whom the rules bind may read them, but not who wrote them. */
export const rules = defineResource({
  ...base,
  name: 'rules',
  capability: 'policy.read',
  where: { state: ['published'] },
})
