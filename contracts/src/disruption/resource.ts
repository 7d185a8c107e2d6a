import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { defineResource } from '../kernel/resource.ts'
import { zArea } from './area.ts'
import { zDeclaration } from './messages.ts'

export const DISRUPTION_STATES = ['declared', 'approved', 'applied', 'rejected'] as const

/** A declared event as staff see it. */
export const zDisruptionRow = z.strictObject({
  id: z.string(),
  state: z.enum(DISRUPTION_STATES),
  ...zDeclaration.shape,
  title: z.string(),
  reason: z.string(),
  area: zArea,
  declaredBy: z.string(),
  declaredAt: zInstant,
  decidedBy: z.string().nullable(),
  decidedAt: zInstant.nullable(),
  rejectedReason: z.string().nullable(),
})
export type DisruptionRow = z.infer<typeof zDisruptionRow>

export const disruptions = defineResource({
  name: 'disruptions',
  table: 'disruption',
  row: zDisruptionRow,
  capability: 'disruption.read',
  visibility: {
    id: 'open',
    state: 'open',
    title: 'open',
    area: 'open',
    start: 'open',
    end: 'open',
    reason: 'open',
    declaredBy: 'open',
    declaredAt: 'open',
    decidedBy: 'open',
    decidedAt: 'open',
    rejectedReason: 'open',
  },
  scope: 'platform',
  sort: ['declaredAt', 'start'],
  defaultSort: ['declaredAt', 'DESC'],
  filter: { state: 'equals', start: 'range', declaredAt: 'range' },
  screens: { orders: { declaredAt: 'Declared events' } },
  export: { title: 'Event', start: 'From', end: 'Until', state: 'State', reason: 'Reason' },
})
