import { z } from 'zod'

/**
 * A kind of notice: its title, and the channels that nobody can switch off (domain.md §2.23). In the console
 * all of them are shown always.
 */
export type NotificationDefinition = Readonly<{ title: string; locked: readonly ('email' | 'push')[] }>

const both = ['email', 'push'] as const
const define = <const T extends Readonly<Record<string, NotificationDefinition>>>(table: T) => table

/** What people are told about, in the order in which the matrix shows it (domain.md §2.23). */
export const NOTIFICATIONS = define({
  security: { title: 'Security: sign-ins, changes of the team, visits by Hearth', locked: both },
  money_reduced: { title: 'Money was reduced', locked: both },
  payout: { title: 'A payout was sent, failed or is held', locked: both },
  booking: { title: 'A booking was confirmed, changed or cancelled', locked: [] },
  request_opened: { title: 'A request was opened', locked: [] },
  request_reminder: { title: 'A request is about to expire', locked: both },
  request_expired: { title: 'A request expired', locked: [] },
  guest_message: { title: 'A guest wrote', locked: [] },
  guest_waiting: { title: 'A guest waits for an answer', locked: [] },
  check_in_tomorrow: { title: 'Guests arrive tomorrow', locked: [] },
  review: { title: 'A review can be written or was revealed', locked: [] },
  reimbursement: { title: 'A reimbursement changed its state', locked: ['email'] },
  tax_reminder: { title: 'Tax information is missing', locked: both },
  calendar_conflict: { title: 'An imported calendar is stale or in conflict', locked: both },
  onboarding: { title: 'A new listing waits for you', locked: [] },
  statement: { title: 'A statement is ready', locked: [] },
  performance: { title: 'A result of your performance', locked: [] },
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

/** Whether the choice switches off what nobody can. */
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
