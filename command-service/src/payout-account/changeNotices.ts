import {
  isVerified,
  minimumFor,
  VERIFICATION_TRIES,
  type PayoutAccount,
  type PayoutMethod,
} from '@hearth/contracts/payout-account'
import type { PayoutAccountNotice } from '@hearth/contracts/payout-account/processes'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { formatAmount, type Currency } from '@hearth/contracts/kernel/money'
import type { Job } from '@hearth/contracts/kernel/process'
import { withLock } from '@hearth/platform/postgres/advisoryLock'
import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import type pg from 'pg'
import { accountFold } from '../account/account.state.ts'
import { ownersToTell } from '../account/account.state.ts'
import { mailLock } from '../account/mailLock.ts'
import { findById } from '../login/people.ts'
import { issueTicket, type TicketTools } from '../login/tickets.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { SCHEDULER } from '../runtime/internal.ts'
import type { Worker } from '../workers/relay.ts'
import { payoutAccountFold } from './payoutAccount.state.ts'

/** A change as it looks when it is told: `method` and hold may be gone by then. */
type Change = Readonly<{
  name: string
  bankAccount: string
  method: PayoutMethod | undefined
  account: PayoutAccount
  holdId: string
  now: Instant
}>
type Words = Readonly<{ subject: string; lines: readonly string[] }>

const SCHEDULES = {
  daily: 'every business day',
  weekly_mon: 'on Mondays',
  monthly_1st: 'on the first of each month',
} as const
const minute = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`
const formatMinimums = ({ minimums }: PayoutAccount) =>
  (Object.keys(minimums) as Currency[])
    .map((currency) => `${formatAmount(minimumFor({ minimums }, currency), currency)} ${currency}`)
    .join(', ')
const triesLeft = ({ wrongTries }: PayoutMethod) =>
  VERIFICATION_TRIES - wrongTries === 1
    ? 'you have one attempt left'
    : `${VERIFICATION_TRIES - wrongTries} attempts left`
/** From when on a chosen bank account is paid; what was paid before it is paid until then. */
const paidFrom = ({ usableFrom }: PayoutMethod, now: Instant) =>
  usableFrom <= now
    ? 'from now on'
    : `from ${minute(usableFrom)} on; until then payouts go where they went before, or wait`

const NOTICES: Readonly<Record<PayoutAccountNotice, (change: Change) => Words>> = {
  PayoutMethodAdded: ({ name, bankAccount, method, now }) => ({
    subject: `A bank account was added to ${name}`,
    lines: [
      `${bankAccount} was added. We’ll send two small deposits to it. Enter their amounts in Hearth to confirm it’s yours.`,
      ...(method === undefined || method.usableFrom <= now
        ? []
        : [`It can be paid from ${minute(method.usableFrom)} on.`]),
    ],
  }),
  MicroDepositsSent: ({ name, bankAccount }) => ({
    subject: `Two small deposits are on their way to ${name}`,
    lines: [
      `Check ${bankAccount} in one to three business days, and enter both amounts under “Payout settings”.`,
    ],
  }),
  PayoutMethodVerified: ({ name, bankAccount, method }) => ({
    subject: `A bank account of ${name} is verified`,
    lines: [
      method !== undefined && !isVerified(method)
        ? `${bankAccount} received our deposits. We’re still checking the account holder.`
        : `${bankAccount} is verified and can be used for payouts.`,
    ],
  }),
  PayoutMethodVerificationFailed: ({ name, bankAccount, method }) => ({
    subject: `A bank account of ${name} couldn’t be verified`,
    lines: [
      method?.failure === null
        ? `The amounts entered for ${bankAccount} don’t match; ${triesLeft(method)}.`
        : `${bankAccount} can no longer be verified. Remove it and add it again.`,
    ],
  }),
  HolderNameConfirmed: ({ name, bankAccount }) => ({
    subject: `A bank account of ${name} has been checked`,
    lines: [`We’ve checked the holder of ${bankAccount}.`],
  }),
  HolderNameRejected: ({ name, bankAccount }) => ({
    subject: `A bank account of ${name} can’t be used`,
    lines: [
      `The holder of ${bankAccount} isn’t ${name}. Add a bank account of your own, or correct your legal name.`,
    ],
  }),
  DefaultMethodSet: ({ name, bankAccount, method, now }) => ({
    subject: `The payout account of ${name} changed`,
    lines: [
      `${bankAccount} is the default${method === undefined ? '' : ` for ${method.currency}. It’s used ${paidFrom(method, now)}`}.`,
    ],
  }),
  RoutingSet: ({ name, bankAccount, method, now }) => ({
    subject: `The payout account of a listing of ${name} changed`,
    lines: [
      method === undefined
        ? 'A listing now pays out to the default account for its currency.'
        : `A listing now pays out to ${bankAccount}, ${paidFrom(method, now)}.`,
    ],
  }),
  ScheduleSet: ({ name, account: { schedule } }) => ({
    subject: `The payout schedule of ${name} changed`,
    lines: [`Payouts are now made ${SCHEDULES[schedule]}.`],
  }),
  MinimumSet: ({ name, account: of }) => ({
    subject: `The minimum payout of ${name} changed`,
    lines: [`Payouts are made from ${formatMinimums(of)} on.`],
  }),
  MethodRemoved: ({ name }) => ({
    subject: `A bank account of ${name} was removed`,
    lines: ['A bank account was removed from your payout settings. It no longer receives payouts.'],
  }),
  HoldPlaced: ({ name, account: { holds }, holdId, bankAccount }) => {
    const hold = holds[holdId]
    return {
      subject: `Payouts of ${name} are on hold`,
      lines: [
        ...(hold?.methodId == null
          ? ['Your payouts are on hold. Your earnings are safe.']
          : [`Payouts to ${bankAccount} are on hold. Your earnings are safe.`]),
        ...(hold === undefined ? [] : [hold.whatToDo]),
      ],
    }
  },
  HoldReleased: ({ name }) => ({
    subject: `Payouts of ${name} were released`,
    lines: ['Payouts continue with the next run unless there’s another hold.'],
  }),
}

/** What hosts change can be somebody else's doing. */
const BY_HOSTS: readonly PayoutAccountNotice[] = [
  'PayoutMethodAdded',
  'PayoutMethodVerified',
  'DefaultMethodSet',
  'RoutingSet',
  'ScheduleSet',
  'MinimumSet',
  'MethodRemoved',
]

const NOT_ME =
  'If this wasn’t you or your team, stop payouts now with the link below. It works for 7 days. We’ll then review the account with you.'

const isNotice = (what: string): what is PayoutAccountNotice => Object.hasOwn(NOTICES, what)

const describeBankAccount = (method: PayoutMethod | undefined) => {
  if (method === undefined) return 'a bank account'
  return `the bank account${method.last4 === '' ? '' : ` ending in ${method.last4}`} (${method.country}, ${method.currency})`
}
const capital = (line: string) => `${line.slice(0, 1).toUpperCase()}${line.slice(1)}`

export type ChangeNoticesOptions = Readonly<{
  pool: pg.Pool
  handler: Pick<CommandHandler, 'view'>
  tickets: TicketTools
  mail: MailQueue
}>

/**
 * Mails every owner about every change of how the host is paid, each with a link of their own that stops
 * payouts (docs/domain/payout-account.md#notices).
 */
export const createChangeNotifier = ({
  pool,
  handler,
  tickets,
  mail,
}: ChangeNoticesOptions): Readonly<{ tell: Worker }> => ({
  tell: async (data: Job['data'], { correlationId }) => {
    const { hostAccountId = '', methodId = '', holdId = '', what = '', eventId = '', by = '' } = data
    await withLock(pool, mailLock(hostAccountId), async (transaction) => {
      const [{ state }, { state: of }] = await Promise.all([
        handler.view(accountFold, hostAccountId, 0),
        handler.view(payoutAccountFold, hostAccountId, 0),
      ])
      if (state.status === 'none' || !isNotice(what)) return
      const name = String(state.profile['displayName'])
      const method = of.methods[methodId === '' ? (of.holds[holdId]?.methodId ?? '') : methodId]
      const { subject, lines } = NOTICES[what]({
        name,
        bankAccount: describeBankAccount(method),
        method,
        account: of,
        holdId,
        now: new Date().toISOString(),
      })
      for (const owner of ownersToTell(state)) {
        // Somebody brought over may never have signed in: there is nobody yet whose word would stop payouts.
        const person =
          by === 'host' && BY_HOSTS.includes(what) && owner.userId !== null
            ? await findById(pool, owner.userId)
            : undefined
        const message = {
          to: owner.email,
          subject,
          lines: [...lines.map(capital), ...(person === undefined ? [] : [NOT_ME])],
        }
        const link =
          person === undefined
            ? {
                label: 'View payout settings',
                url: new URL('/payout-settings', tickets.publicUrl).href,
              }
            : {
                label: 'This was not me: stop payouts',
                url: (
                  await issueTicket(
                    tickets,
                    {
                      purpose: 'payout_alarm',
                      email: owner.email,
                      userId: person.id,
                      about: name,
                      context: { hostAccountId, eventId },
                    },
                    SCHEDULER.actor,
                    { correlationId, traceparent: '' },
                  )
                ).url,
              }
        await mail.add('message', { ...message, link }, transaction)
      }
    })
  },
})
