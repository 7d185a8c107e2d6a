import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'

/** What one answer showed: a resource's rows, by id. */
export const zLook = z.strictObject({ at: zInstant, resource: z.string(), recordIds: z.array(z.string()) })
export type Look = z.infer<typeof zLook>

const staffAccess = z.strictObject({
  hostAccountId: z.string(),
  staffUserId: z.string(),
  staffName: z.string(),
  looks: z.array(zLook).min(1),
})

/** Who read what, each resource once; undefined of data that no staff access has. */
export const parseStaffAccess = (
  data: unknown,
): Readonly<{ staffUserId: string; resources: readonly string[] }> | undefined => {
  const found = staffAccess.safeParse(data).data
  return (
    found && {
      staffUserId: found.staffUserId,
      resources: [...new Set(found.looks.map(({ resource }) => resource))],
    }
  )
}

/** The most reads in one event; more start another event. */
export const MAX_LOOKS = 200

/**
 * What staff read of an account outside an impersonation, one stream for each account
 * (docs/domain/audit.md#access-log).
 */
export const audit = defineAggregate({
  category: 'audit',
  events: { StaffLooked: { version: 1, schema: staffAccess, personal: { staffName: 'staffUserId' } } },
  commands: {
    RecordStaffLooks: {
      schema: staffAccess,
      capability: 'audit.read',
      ifMatch: 'none',
      stream: { by: 'id', begins: { of: 'account', field: 'hostAccountId' } },
    },
  },
})
export type AuditEvent = EventsOf<typeof audit>
export type AuditCommand = CommandsOf<typeof audit>
