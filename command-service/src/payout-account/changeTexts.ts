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

/** A change at the time of its notice, when `method` and hold may already be removed. */
type Change = Readonly<{
  name: string
  bankAccount: string
  method: PayoutMethod | undefined
  account: PayoutAccount
  holdId: string
  now: Instant
}>
type Notice = Readonly<{ subject: string; lines: readonly string[] }>

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
/** When a chosen bank account starts receiving payouts; until then the former one does. */
const paidFrom = ({ usableFrom }: PayoutMethod, now: Instant) =>
  usableFrom <= now
    ? 'from now on'
    : `from ${minute(usableFrom)} on; until then payouts go where they went before, or wait`

/** Subject and lines of the email about each change. */
export const NOTICES: Readonly<Record<PayoutAccountNotice, (change: Change) => Notice>> = {
  PayoutMethodAdded: ({ name, bankAccount, method, now }) => ({
    subject: `A bank account was added to ${name}`,
    lines: [
      `${bankAccount} was added. We’ll send two small deposits to it. ` +
        'Enter their amounts in Hearth to confirm it’s yours.',
      ...(method === undefined || method.usableFrom <= now
        ? []
        : [`It can be paid from ${minute(method.usableFrom)} on.`]),
    ],
  }),
  MicroDepositsSent: ({ name, bankAccount }) => ({
    subject: `Two small deposits are on their way to ${name}`,
    lines: [
      `Check ${bankAccount} in one to three business days, ` +
        'and enter both amounts under “Payout settings”.',
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
      `The holder of ${bankAccount} isn’t ${name}. ` +
        'Add a bank account of your own, or correct your legal name.',
    ],
  }),
  DefaultMethodSet: ({ name, bankAccount, method, now }) => ({
    subject: `The payout account of ${name} changed`,
    lines: [
      method === undefined
        ? `${bankAccount} is the default.`
        : `${bankAccount} is the default for ${method.currency}. It’s used ${paidFrom(method, now)}.`,
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

export const isNotice = (what: string): what is PayoutAccountNotice => Object.hasOwn(NOTICES, what)

export const describeBankAccount = (method: PayoutMethod | undefined) => {
  if (method === undefined) return 'a bank account'
  const { last4, country, currency } = method
  return `the bank account${last4 === '' ? '' : ` ending in ${last4}`} (${country}, ${currency})`
}
export const capital = (line: string) => `${line.slice(0, 1).toUpperCase()}${line.slice(1)}`
