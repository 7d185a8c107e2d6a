import type { Instant } from '../../kernel/dates.ts'
import { sum } from '../../kernel/money.ts'
import { STAY_KINDS, WITHHOLDING_KINDS } from '../../ledger/breakdown.ts'
import { earnedAt } from '../../ledger/rules/earnedAt.ts'
import type { LedgerKind } from '../../ledger/kinds.ts'
import type { LedgerEntryRow } from '../../ledger/resource.ts'
import { isEuCountry } from '../countries.ts'
import type { TaxDocumentForm, TaxFigures } from '../document.ts'
import type { DraftBox, DraftForm, Dac7Home, Dac7Quarter, TaxLine } from '../preview.ts'

/** A ledger entry, and where it belongs in the draft. */
export type TaxEntry = Pick<
  LedgerEntryRow,
  'id' | 'kind' | 'currency' | 'components' | 'bookingId' | 'listingId' | 'text'
> &
  Readonly<{
    /** The day on which it counts, in the account's time zone. */
    day: string
    /** Of the home; null where it is unknown. */
    country: string | null
    /** Hearth sells the stay for the host, or manages the home and collects the rent. */
    role: 'self_managed' | 'full_service'
  }>

/** What a draft needs to know of a home. */
export type TaxHome = Pick<TaxEntry, 'role' | 'country'>
type Posted = Omit<TaxEntry, 'day' | keyof TaxHome> & Pick<LedgerEntryRow, 'availableAt'>

const UNKNOWN_HOME: TaxHome = { role: 'self_managed', country: null }

/** The entries of a year's forms; `dayOf` tells the day of an instant in the account's time zone. */
export const listTaxEntries = (
  posted: readonly Posted[],
  year: number,
  dayOf: (instant: Instant) => string,
  homes: ReadonlyMap<string | null, TaxHome>,
): TaxEntry[] =>
  posted
    .flatMap(({ availableAt, ...entry }) => {
      const day = dayOf(earnedAt({ kind: entry.kind, availableAt }))
      return day.startsWith(`${year}-`)
        ? [{ ...entry, day, ...(homes.get(entry.listingId) ?? UNKNOWN_HOME) }]
        : []
    })
    .toSorted((a, b) => a.day.localeCompare(b.day) || a.id.localeCompare(b.id))

/** What guests paid for: the components whose sum is the gross amount (docs/domain/tax-profile.md#draft). */
const GROSS_CODES = ['nights', 'cleaning', 'pet', 'host_taxes']
const FEE_CODES = ['platform_fee', 'cleaning_retained']
/** What Hearth pays for something else than stays. */
const REWARD_KINDS = ['referral_reward', 'referral_clawback'] as const satisfies readonly LedgerKind[]
/** The kinds of entries that a draft is made of. */
export const TAX_KINDS = [...STAY_KINDS, ...WITHHOLDING_KINDS, ...REWARD_KINDS] as const
const isOfStay = ({ kind }: TaxEntry): boolean => STAY_KINDS.some((one) => one === kind)
const isReward = ({ kind }: TaxEntry): boolean => REWARD_KINDS.some((one) => one === kind)

const sumCodes = ({ components }: TaxEntry, codes: readonly string[]): number =>
  sum(components.filter(({ code }) => codes.includes(code)).map(({ amountMinor }) => amountMinor))
const grossOf = (entry: TaxEntry): number => (isOfStay(entry) ? sumCodes(entry, GROSS_CODES) : 0)
const rewardOf = (entry: TaxEntry): number =>
  isReward(entry) ? sum(entry.components.map(({ amountMinor }) => amountMinor)) : 0
const withheldOf = (entry: TaxEntry): number => -sumCodes(entry, ['withholding'])
const monthOf = ({ day }: TaxEntry): number => Number(day.slice(5, 7))

const MONTH_BOXES = ['5a', '5b', '5c', '5d', '5e', '5f', '5g', '5h', '5i', '5j', '5k', '5l'] as const

const lineOf = (entry: TaxEntry, amountMinor: number): TaxLine => {
  const { id, day, bookingId, listingId, text } = entry
  return { id, day, bookingId, listingId, text, amountMinor }
}

/** The lines of a box: ledger entries whose amounts add up to it. */
export const listBoxLines = (
  entries: readonly TaxEntry[],
  form: DraftForm['form'],
  box: string,
): TaxLine[] => {
  const role = form === '1099-K' ? 'self_managed' : 'full_service'
  const amountOf = (entry: TaxEntry): number =>
    form === '1099-NEC' ? rewardOf(entry) : entry.role === role ? grossOf(entry) : 0
  const month = MONTH_BOXES.indexOf(box as (typeof MONTH_BOXES)[number]) + 1
  return entries.flatMap((entry) => {
    if (entry.currency !== 'USD') return []
    if (box === '4') {
      const withheld = withheldOf(entry)
      return form === '1099-K' && withheld !== 0 ? [lineOf(entry, withheld)] : []
    }
    const amount = amountOf(entry)
    return amount === 0 || (month > 0 && monthOf(entry) !== month) ? [] : [lineOf(entry, amount)]
  })
}

/** Stays of which something was paid: what a 1099-K counts as payments. */
const countPayments = (lines: readonly TaxLine[]): number => {
  const byStay = new Map<string, number>()
  for (const { bookingId, id, amountMinor } of lines)
    byStay.set(bookingId ?? id, (byStay.get(bookingId ?? id) ?? 0) + amountMinor)
  return [...byStay.values()].filter((amountMinor) => amountMinor > 0).length
}

const amountBox = (entries: readonly TaxEntry[], form: DraftForm['form'], box: string): DraftBox => ({
  box,
  kind: 'amount',
  value: sum(listBoxLines(entries, form, box).map(({ amountMinor }) => amountMinor)),
})

/** The forms of a year as they would be if it ended now. Amounts in US dollars, minor units. */
export const draftForms = (entries: readonly TaxEntry[]): DraftForm[] => {
  const lines = listBoxLines(entries, '1099-K', '3')
  const k: DraftForm = {
    form: '1099-K',
    boxes: [
      amountBox(entries, '1099-K', '1a'),
      amountBox(entries, '1099-K', '1b'),
      { box: '3', kind: 'count', value: countPayments(lines) },
      amountBox(entries, '1099-K', '4'),
      ...MONTH_BOXES.map((box) => amountBox(entries, '1099-K', box)),
    ],
  }
  const others = (['1099-MISC', '1099-NEC'] as const).map((form) => ({
    form,
    boxes: [amountBox(entries, form, '1')],
  }))
  return [k, ...others.filter(({ boxes }) => boxes.some(({ value }) => value !== 0))]
}

const nightsOf = ({ kind, components }: TaxEntry): number => {
  const nights = components.flatMap(({ basis }) =>
    basis.rule === 'nights' ? basis.runs.map((run) => run.nights) : [],
  )
  return (kind === 'earnings_reversal' ? -1 : 1) * sum(nights)
}

/** What DAC7 is about: homes in the EU, or all homes of a host who lives there. */
const listReported = (entries: readonly TaxEntry[], hostCountry: string | null): readonly TaxEntry[] =>
  entries.filter((entry) => !isReward(entry) && (isEuCountry(hostCountry) || isEuCountry(entry.country)))

const isIn = ({ currency, quarter }: Pick<Dac7Quarter, 'currency' | 'quarter'>, entry: TaxEntry): boolean =>
  entry.currency === currency && Math.ceil(monthOf(entry) / 3) === quarter

/** The sums of each quarter in each currency. */
const sumQuarters = (entries: readonly TaxEntry[]): Dac7Quarter[] =>
  [...new Set(entries.map(({ currency }) => currency))].toSorted().flatMap((currency) =>
    [1, 2, 3, 4].map((quarter) => {
      const own = entries.filter((entry) => isIn({ currency, quarter }, entry))
      return {
        currency,
        quarter,
        grossMinor: sum(own.map(grossOf)),
        feesMinor: sum(own.map((entry) => -sumCodes(entry, FEE_CODES))),
        nights: sum(own.map(nightsOf)),
        stays: new Set(own.filter(isOfStay).map(({ bookingId, id }) => bookingId ?? id)).size,
      }
    }),
  )

/** What DAC7 reports, by currency and quarter. */
export const draftDac7 = (entries: readonly TaxEntry[], hostCountry: string | null): Dac7Quarter[] =>
  sumQuarters(listReported(entries, hostCountry).filter(isOfStay))

/** The same by home, with what was withheld. */
export const draftDac7Homes = (entries: readonly TaxEntry[], hostCountry: string | null): Dac7Home[] => {
  const reported = listReported(entries, hostCountry)
  return [...new Set(reported.map(({ listingId }) => listingId))].toSorted().flatMap((listingId) => {
    const own = reported.filter((entry) => entry.listingId === listingId)
    return sumQuarters(own).map((quarter) => ({
      ...quarter,
      listingId,
      taxesMinor: sum(own.filter((entry) => isIn(quarter, entry)).map(withheldOf)),
    }))
  })
}

/** What a form would say. */
export const draftFigures = (
  form: TaxDocumentForm,
  entries: readonly TaxEntry[],
  hostCountry: string | null,
): TaxFigures =>
  form === 'DAC7'
    ? {
        boxes: [],
        quarters: draftDac7(entries, hostCountry),
        homes: draftDac7Homes(entries, hostCountry),
      }
    : {
        boxes: draftForms(entries).find((draft) => draft.form === form)?.boxes ?? [],
        quarters: [],
        homes: [],
      }
