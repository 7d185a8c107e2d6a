import { listNights, addDays, weekday, type LocalDate } from '../../kernel/dates.ts'
import { nominalToMinor, type Currency } from '../../kernel/money.ts'
import type { PayoutAccount, PayoutSchedule } from '../account.ts'

/**
 * No payout is smaller than this; a host may set a higher minimum. Minor units
 * (docs/domain/payout-account.md#schedule-and-minimum).
 */
export const PLATFORM_MINIMUM_MINOR = 100
/**
 * The most that a host may ask to be collected before it is paid: 1,000.00
 * (docs/domain/payout-account.md#schedule-and-minimum).
 */
export const highestMinimum = (currency: Currency) => nominalToMinor(1_000, currency)
/** What a payout must reach at least, minor units. */
export const minimumFor = ({ minimums }: Pick<PayoutAccount, 'minimums'>, currency: Currency) =>
  minimums[currency] ?? PLATFORM_MINIMUM_MINOR

const STARTS: Readonly<Record<PayoutSchedule, (date: LocalDate) => boolean>> = {
  daily: () => true,
  weekly_mon: (date) => weekday(date) === 1,
  monthly_1st: (date) => date.endsWith('-01'),
}

/**
 * Whether the schedule has a payout on this business day: a Monday or a first of the month on
 * which banks are closed moves to the next business day.
 */
export const isPayoutDay = (
  schedule: PayoutSchedule,
  businessDay: LocalDate,
  businessDayBefore: LocalDate,
): boolean => listNights(addDays(businessDayBefore, 1), addDays(businessDay, 1)).some(STARTS[schedule])
