import { z } from 'zod'

/**
 * A kind of notice: its title, and the channels that cannot be switched off (docs/domain/notice.md#kinds).
 * The console always shows all of them.
 */
export type NotificationDefinition = Readonly<{ title: string; locked: readonly ('email' | 'push')[] }>

const both = ['email', 'push'] as const
const define = <const T extends Readonly<Record<string, NotificationDefinition>>>(table: T) => table

/** What people are notified of, in the order in which the matrix shows it (docs/domain/notice.md#kinds). */
export const NOTIFICATIONS = define({
  security: { title: 'Security: sign-ins, team changes, Hearth staff access', locked: both },
  money_reduced: { title: 'Deductions from your earnings', locked: both },
  payout: { title: 'Payouts sent, failed or on hold', locked: both },
  booking: { title: 'Bookings confirmed, changed or cancelled', locked: [] },
  request_opened: { title: 'New requests from guests and from Hearth', locked: [] },
  request_reminder: { title: 'Requests about to expire', locked: both },
  request_expired: { title: 'Requests that expired', locked: [] },
  request_update: { title: 'Answers to requests, and progress of service requests', locked: [] },
  guest_message: { title: 'New messages from guests', locked: [] },
  guest_waiting: { title: 'Guests waiting for a reply', locked: [] },
  incident: { title: 'Incidents at your listings', locked: [] },
  check_in_tomorrow: { title: 'Guests arriving tomorrow', locked: [] },
  review: { title: 'Reviews to write and new reviews', locked: [] },
  reimbursement: { title: 'Reimbursement updates', locked: ['email'] },
  tax_reminder: { title: 'Missing tax information', locked: both },
  calendar_conflict: { title: 'Imported calendars out of date or in conflict', locked: both },
  onboarding: { title: 'Listings in setup waiting for you', locked: [] },
  referral: { title: 'Progress and rewards of hosts you invited', locked: [] },
  statement: { title: 'New statements', locked: [] },
  performance: { title: 'Performance updates', locked: [] },
})

export type NotificationKind = keyof typeof NOTIFICATIONS
export const NOTIFICATION_KINDS = Object.keys(NOTIFICATIONS) as [NotificationKind, ...NotificationKind[]]

/** Which channels a person wants for a kind of notice; what is not chosen is on. */
export const zNotificationChoice = z.strictObject({
  kind: z.enum(NOTIFICATION_KINDS),
  email: z.boolean(),
  push: z.boolean(),
})
export type NotificationChoice = z.infer<typeof zNotificationChoice>

const zTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day as 22:30')
/** When a person is not to be disturbed, on their own clock; `from` may be later than `to`. */
export const zQuietHours = z.strictObject({ from: zTime, to: zTime })

/** Whether the choice switches off a channel that cannot be switched off. */
export const isForbidden = ({ kind, email, push }: NotificationChoice): boolean =>
  NOTIFICATIONS[kind].locked.some((channel) => (channel === 'email' ? !email : !push))

/** All kinds with what was chosen for them last; `later` wins over `earlier`. */
export const mergeChoices = (
  earlier: readonly NotificationChoice[],
  later: readonly NotificationChoice[],
): NotificationChoice[] => {
  const chosen = new Map([...earlier, ...later].map((choice) => [choice.kind, choice]))
  return NOTIFICATION_KINDS.flatMap((kind) => chosen.get(kind) ?? [])
}
