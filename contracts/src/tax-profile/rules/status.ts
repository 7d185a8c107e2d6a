import { addDays, addHours, type Instant, type LocalDate } from '../../kernel/dates.ts'
import { TAX_PARTS, type SignedForm, type TaxPart, type TaxProfile, type TaxStatus } from '../profile.ts'

/** Days after the request on which a host is reminded (docs/domain/tax-profile.md#reminders-and-holds). */
export const REMINDER_DAYS = [0, 14, 30, 45] as const
/** Payouts wait for what DAC7 wants from this day on, after at least two reminders. */
export const DAC7_HOLD_DAY = 60
/** Days before a W-8 expires on which a host is reminded. */
export const EXPIRY_REMINDER_DAYS = [90, 30] as const

/** When a reminder is due. */
export const computeReminderAt = (requestedAt: Instant, number: number): Instant =>
  addHours(requestedAt, 24 * (REMINDER_DAYS[number] ?? 0))

/** When payouts start to wait for DAC7 data. */
export const computeDac7HoldAt = (requestedAt: Instant): Instant => addHours(requestedAt, 24 * DAC7_HOLD_DAY)

/**
 * The last day of a W-8: 31 December of the third year after the signature. A W-9 doesn't expire
 * (docs/domain/tax-profile.md#forms).
 */
export const computeValidUntil = (form: SignedForm['form'], signedAt: Instant): LocalDate | null =>
  form === 'W9' ? null : `${Number(signedAt.slice(0, 4)) + 3}-12-31`

/** The instant from which a form that is valid until a day counts no more. */
export const computeExpiryAt = (validUntil: LocalDate): Instant => `${addDays(validUntil, 1)}T00:00:00.000Z`

const isUsable = (form: SignedForm | null): form is SignedForm =>
  form !== null && !form.expired && form.match !== 'mismatch'

/** Whether the part was asked for and is not there, or no longer holds. */
export const isMissing = ({ requests, form, dac7 }: TaxProfile, part: TaxPart): boolean =>
  requests[part] !== null && (part === 'us' ? !isUsable(form) : dac7 === null)

export const listMissing = (profile: TaxProfile): readonly TaxPart[] =>
  TAX_PARTS.filter((part) => isMissing(profile, part))

const hasBegun = ({ answers, form, dac7 }: TaxProfile): boolean =>
  answers.entity !== null || answers.usPerson !== null || form !== null || dac7 !== null

/** Where the host stands (docs/domain/tax-profile.md#status). */
export const readTaxStatus = (profile: TaxProfile): TaxStatus => {
  const { form, dac7 } = profile
  if (form?.expired === true) return 'expired'
  if (form?.match === 'mismatch') return 'invalid'
  if (listMissing(profile).length > 0 || (form === null && dac7 === null))
    return hasBegun(profile) ? 'incomplete' : 'not_started'
  return form?.match === 'pending' ? 'pending_validation' : 'complete'
}

/** Nothing that was asked for stops a listing from going live (docs/domain/listing.md#going-live). */
export const isTaxComplete = (profile: TaxProfile): boolean =>
  TAX_PARTS.every((part) => profile.requests[part] === null) || readTaxStatus(profile) === 'complete'
