import { CURRENCY_EXPONENT, formatDecimal, zCurrency, type Currency } from '@hearth/contracts/kernel/money'
import { z } from 'zod'
import { zElement } from './xml.ts'

/** Minor units of a bank's decimal text; undefined when it has more decimals than the currency. */
export const parseMinor = (text: string, currency: Currency): number | undefined => {
  const exponent = CURRENCY_EXPONENT[currency]
  const [, whole = '', fraction = ''] = /^\+?(?=\.?\d)(\d{0,15})(?:\.(\d{0,18}))?$/.exec(text) ?? []
  if (whole + fraction === '' || fraction.slice(exponent).replaceAll('0', '') !== '') return undefined
  return Number(`${whole}${fraction.slice(0, exponent).padEnd(exponent, '0')}`)
}

export const zAmount = z.looseObject({ '#text': z.string(), '@_Ccy': z.string() })
type Amount = z.output<typeof zAmount>
const zNested = zElement({ Amt: zAmount.optional() }).optional()

/** Where one transfer of an entry states its amount; which of them differs between versions and banks. */
export const amountFields = {
  Amt: zAmount.optional(),
  AmtDtls: zElement({ InstdAmt: zNested, TxAmt: zNested }).optional(),
  Chrgs: z.array(z.unknown()).optional(),
}
const zFields = z.object(amountFields)
type Fields = z.output<typeof zFields>

const describe = ({ '#text': text, '@_Ccy': currency }: Amount) => `${text} ${currency}`
/** Whether any amount of an entry's or transfer's charges is more than nothing. */
const hasCharges = (charges: unknown): boolean =>
  /"#text":"[^"]*[1-9][^"]*"/.test(JSON.stringify(charges ?? []))

/** An amount in a line for staff, such as `816.40 EUR`. */
export const formatAmount = ({
  amountMinor,
  currency,
}: Readonly<{ amountMinor: number; currency: Currency }>) =>
  `${formatDecimal(amountMinor, currency)} ${currency}`

export type AmountReading =
  | Readonly<{ ok: true; amountMinor: number; currency: Currency }>
  | Readonly<{ ok: false; why: string }>

const readAmount = (amount: Amount): AmountReading => {
  const currency = zCurrency.safeParse(amount['@_Ccy'])
  const amountMinor = currency.success ? parseMinor(amount['#text'], currency.data) : undefined
  return currency.success && amountMinor !== undefined
    ? { ok: true, amountMinor, currency: currency.data }
    : { ok: false, why: `${describe(amount)} isn’t an amount` }
}

/**
 * The amount of one transfer, in the order of ISO 20022: its own, that of the transaction, the instructed one
 * in the currency of the entry; the entry's only where this is its one transfer and charges do not change it.
 */
export const readTransferAmount = (
  entry: Readonly<{ Amt: Amount; Chrgs?: unknown }>,
  transfer: Fields | undefined,
  transfersOfEntry: number,
): AmountReading => {
  const instructed = transfer?.AmtDtls?.InstdAmt?.Amt
  const own =
    transfer?.Amt ??
    transfer?.AmtDtls?.TxAmt?.Amt ??
    (instructed?.['@_Ccy'] === entry.Amt['@_Ccy'] ? instructed : undefined)
  if (own !== undefined) return readAmount(own)
  if (transfersOfEntry > 1)
    return { ok: false, why: 'the entry has several transfers, and the amount of this one isn’t stated' }
  return hasCharges(entry.Chrgs) || hasCharges(transfer?.Chrgs)
    ? { ok: false, why: 'the amount contains charges, and that of the transfer isn’t stated' }
    : readAmount(entry.Amt)
}
