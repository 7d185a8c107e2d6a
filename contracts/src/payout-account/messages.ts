import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { defineAggregate, type CommandsOf, type EventsOf, OF_ACCOUNT } from '../kernel/message.ts'
import { payableUnit, zCurrency, zMoney, type Currency } from '../kernel/money.ts'
import { zLine, zText } from '../kernel/text.ts'
import { zTaxPart } from '../tax-profile/profile.ts'
import { zPayoutSchedule } from './account.ts'
import { zBankAccount, zPayoutMethodType } from './bank.ts'
import { addHoldCode, zHoldCode, zHoldReason } from './holds.ts'

/**
 * A new method is not paid for this long, unless it is the first of an account without balance
 * (docs/domain/payout-account.md#cooling-period).
 */
export const COOLING_HOURS = 72
/** How often the amounts of the two deposits may be given. */
export const VERIFICATION_TRIES = 3
/** The most methods of an account. */
export const MAX_METHODS = 20
/** How many bank accounts a host may add within 24 hours. */
export const MAX_ADDITIONS_PER_DAY = 5
/** A bank account gets one pair of deposits in this time, whichever host adds it. */
export const DEPOSIT_PAIR_DAYS = 30
/** The two deposits are 1 to this many payable units each (docs/domain/money.md#payable-amounts). */
export const MAX_DEPOSIT_UNITS = 99
const LARGEST_UNIT = Math.max(...zCurrency.options.map(payableUnit))
/** One of the two deposits in this currency, in minor units. */
export const zDepositIn = (currency: Currency) =>
  z
    .int()
    .min(payableUnit(currency))
    .max(MAX_DEPOSIT_UNITS * payableUnit(currency))
    .multipleOf(payableUnit(currency))

const methodData = z.strictObject({
  currency: zCurrency,
  holderName: zLine(1, 120),
  bankName: zLine(1, 80).nullable(),
  bank: zBankAccount,
})
const deposit = z
  .int()
  .min(1)
  .max(MAX_DEPOSIT_UNITS * LARGEST_UNIT)

const of = { hostAccountId: z.string() }
const method = { ...of, methodId: z.string() }
const why = zText(10, 500)

const on = (verb: string) => ({ collection: 'payout-accounts', verb }) as const
const stream = { by: 'account' } as const
const byHost = { stream, ifMatch: 'optional', capability: 'payout-account.write' } as const
const byFinance = { stream, ifMatch: 'optional', capability: 'payout-account.review' } as const

/**
 * How a host is paid: bank accounts, which of them is paid for what, when, from which amount on, and what
 * stops it (docs/domain/payout-account.md). One for each host account, under its id.
 */
export const payoutAccount = defineAggregate({
  category: 'payoutAccount',
  events: {
    PayoutMethodAdded: {
      version: 1,
      schema: z.strictObject({
        ...method,
        type: zPayoutMethodType,
        currency: zCurrency,
        country: z.string(),
        holderName: z.string(),
        /** False: staff check whether the holder is the host. */
        holderMatches: z.boolean(),
        bankName: z.string().nullable(),
        last4: z.string(),
        vaultRef: z.string(),
        usableFrom: zInstant,
      }),
      personal: { holderName: 'hostAccountId' },
    },
    MicroDepositsSent: { version: 1, schema: z.strictObject(method) },
    PayoutMethodVerified: {
      version: 1,
      schema: z.strictObject({ ...method, how: z.enum(['micro_deposits', 'imported']) }),
    },
    PayoutMethodVerificationFailed: {
      version: 1,
      schema: z.strictObject({
        ...method,
        /** Wrong amounts so far. */ attempt: z.int(),
        code: z.enum(['wrong_amounts', 'account_refused']),
        /** It cannot be verified any more. */ final: z.boolean(),
      }),
    },
    HolderNameConfirmed: {
      version: 1,
      schema: z.strictObject({ ...method, why: z.string() }),
      personal: { why: OF_ACCOUNT },
    },
    HolderNameRejected: {
      version: 1,
      schema: z.strictObject({ ...method, why: z.string() }),
      personal: { why: OF_ACCOUNT },
    },
    DefaultMethodSet: { version: 1, schema: z.strictObject({ ...method, currency: zCurrency }) },
    RoutingSet: {
      version: 1,
      schema: z.strictObject({ ...of, listingId: z.string(), methodId: z.string().nullable() }),
    },
    ScheduleSet: { version: 1, schema: z.strictObject({ ...of, schedule: zPayoutSchedule }) },
    MinimumSet: { version: 1, schema: z.strictObject({ ...of, minimum: zMoney }) },
    MethodRemoved: { version: 1, schema: z.strictObject(method) },
    HoldPlaced: {
      version: 2,
      schema: z.strictObject({
        ...of,
        holdId: z.string(),
        reason: zHoldReason,
        methodId: z.string().nullable(),
        until: zInstant.nullable(),
        whatToDo: z.string(),
        code: zHoldCode.exactOptional(),
      }),
      upcast: { 1: addHoldCode },
      personal: { whatToDo: OF_ACCOUNT },
    },
    HoldReleased: {
      version: 1,
      schema: z.strictObject({ ...of, holdId: z.string(), why: z.string() }),
      personal: { why: OF_ACCOUNT },
    },
  },
  commands: {
    /** The number goes into the vault before this is decided, under the id that `vaultRef` says. */
    AddPayoutMethod: { ...byHost, schema: methodData, route: on('add-method') },
    /** One imported with the account from where it was paid before: verified there. */
    ImportPayoutMethod: {
      stream,
      ifMatch: 'optional',
      schema: methodData,
      route: on('import-method'),
      capability: 'payout-account.import',
    },
    /** What arrived in the bank account, in any order, minor units. */
    VerifyPayoutMethod: {
      ...byHost,
      schema: z.strictObject({ methodId: zId, firstMinor: deposit, secondMinor: deposit }),
      route: on('verify-method'),
    },
    SetDefaultMethod: {
      ...byHost,
      schema: z.strictObject({ methodId: zId }),
      route: on('set-default-method'),
    },
    /** Null: this listing's money goes where the default says. */
    SetRouting: {
      ...byHost,
      schema: z.strictObject({ listingId: zId, methodId: zId.nullable() }),
      route: on('set-routing'),
    },
    SetSchedule: {
      ...byHost,
      schema: z.strictObject({ schedule: zPayoutSchedule }),
      route: on('set-schedule'),
    },
    SetMinimum: { ...byHost, schema: z.strictObject({ minimum: zMoney }), route: on('set-minimum') },
    RemovePayoutMethod: { ...byHost, schema: z.strictObject({ methodId: zId }), route: on('remove-method') },
    ConfirmHolderName: {
      ...byFinance,
      schema: z.strictObject({ methodId: zId, why }),
      route: on('confirm-holder-name'),
    },
    RejectHolderName: {
      ...byFinance,
      schema: z.strictObject({ methodId: zId, why }),
      route: on('reject-holder-name'),
    },
    /**
     * `method_error` names the method; every other reason stops the whole account. Without `whatToDo` the
     * reason's own text is shown.
     */
    PlaceHold: {
      ...byFinance,
      schema: z.strictObject({
        reason: zHoldReason,
        methodId: zId.nullable(),
        until: zInstant.nullable(),
        whatToDo: zText(10, 500).nullable(),
      }),
      route: on('place-hold'),
    },
    /**
     * The books differ: holds the whole account, unless such a hold stands. Only the bookkeeper issues it.
     */
    PlaceBooksHold: { ...byFinance, schema: z.strictObject({}) },
    /** Tax data are missing, or no longer are. Only the tax profile issues these two. */
    PlaceTaxHold: { ...byFinance, schema: z.strictObject({ part: zTaxPart }) },
    ReleaseTaxHold: { ...byFinance, schema: z.strictObject({ part: zTaxPart }) },
    ReleaseHold: { ...byFinance, schema: z.strictObject({ holdId: zId, why }), route: on('release-hold') },
    /** What the bank said of the two deposits; only the system says so. */
    RecordMicroDeposits: {
      ...byFinance,
      schema: z.strictObject({ methodId: zId, outcome: z.enum(['sent', 'account_refused']) }),
    },
  },
})
export type PayoutAccountEvent = EventsOf<typeof payoutAccount>
export type PayoutAccountCommand = CommandsOf<typeof payoutAccount>
