import { z } from 'zod'
import { zTimeZone } from '../kernel/dates.ts'
import { zCurrency } from '../kernel/money.ts'
import { defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zLine } from '../kernel/text.ts'

const details = z.strictObject({
  displayName: zLine(1, 80),
  kind: z.enum(['individual', 'company']),
  country: z.string().regex(/^[A-Z]{2}$/, 'must be a country code of two letters'),
  defaultCurrency: zCurrency,
  timezone: zTimeZone,
})

/** A host account: the tenant that owns listings, bookings and money (domain.md §2.16). */
export const account = defineAggregate({
  category: 'hostAccount',
  events: {
    AccountOpened: { version: 1, schema: details.extend({ hostAccountId: z.string() }) },
    AccountRenamed: { version: 1, schema: z.strictObject({ hostAccountId: z.string(), displayName: z.string() }) },
  },
  commands: {
    OpenAccount: { schema: details, route: { collection: 'accounts' }, capability: 'account.create', ifMatch: 'none' },
    RenameAccount: {
      schema: z.strictObject({ displayName: zLine(1, 80) }),
      route: { collection: 'accounts', verb: 'rename' },
      capability: 'account.create',
      ifMatch: 'required',
    },
  },
})
export type AccountEvent = EventsOf<typeof account>
export type AccountCommand = CommandsOf<typeof account>
