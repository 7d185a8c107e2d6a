import { formatDecimal } from '@hearth/contracts/kernel/money'
import { payoutOfKey } from '@hearth/contracts/payout'
import { formatSepaText, isSepaName } from '@hearth/contracts/payout-account'
import { XMLBuilder } from 'fast-xml-parser'
import { z } from 'zod'
import { parseMinor } from './bank-files/amounts.ts'
import { parseXml } from './bank-files/xml.ts'
import type { PaymentOrder } from './provider.ts'

/** The payer: our own account at the bank that fetches the file. */
export type Debtor = Readonly<{ name: string; iban: string; bic: string }>

/** The name as the payment carries it; throws where none is left, so that no payment goes out without one. */
const formatName = (name: string): string => {
  if (!isSepaName(name)) throw new Error('A SEPA file needs names in Latin letters')
  return formatSepaText(name, 70)
}

/**
 * An attempt's key in the 35 characters of an end-to-end id: the payout's id without dashes, then the
 * attempt's number.
 */
export const formatEndToEndId = (attemptKey: string): string => {
  const payoutId = payoutOfKey(attemptKey)
  if (payoutId === undefined) throw new Error('Only attempts of payouts are sent')
  return `${payoutId.replaceAll('-', '')}${attemptKey.slice(payoutId.length + 1)}`
}
/** The attempt's key; undefined for an end-to-end id that is not ours. */
export const parseEndToEndId = (id: string): string | undefined => {
  const [, a, b, c, d, e, n] =
    /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([1-9]\d{0,2})$/.exec(id) ?? []
  return n === undefined ? undefined : `${a}-${b}-${c}-${d}-${e}-${n}`
}

const builder = new XMLBuilder({ ignoreAttributes: false, format: true })

/**
 * Transfers in euros to IBANs as one payment file, ISO 20022 pain.001.001.09; `messageId` has at most 35
 * characters. Throws for a payment that SEPA cannot carry.
 */
export const writePaymentFile = (
  orders: readonly PaymentOrder[],
  debtor: Debtor,
  { messageId, createdAt, executeOn }: Readonly<{ messageId: string; createdAt: string; executeOn: string }>,
): string => {
  const count = String(orders.length)
  const total = formatDecimal(
    orders.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    'EUR',
  )
  const transfers = orders.map(({ attemptKey, amountMinor, currency, payee: { bank, holderName } }) => {
    if (currency !== 'EUR' || bank.type !== 'sepa') throw new Error('A SEPA file carries euros to IBANs only')
    const endToEndId = formatEndToEndId(attemptKey)
    return {
      PmtId: { InstrId: endToEndId, EndToEndId: endToEndId },
      Amt: { InstdAmt: { '@_Ccy': currency, '#text': formatDecimal(amountMinor, currency) } },
      Cdtr: { Nm: formatName(holderName) },
      CdtrAcct: { Id: { IBAN: bank.iban } },
      RmtInf: { Ustrd: `Hearth payout ${endToEndId}` },
    }
  })
  const content: string = builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    Document: {
      '@_xmlns': 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09',
      CstmrCdtTrfInitn: {
        GrpHdr: {
          MsgId: messageId,
          CreDtTm: createdAt,
          NbOfTxs: count,
          CtrlSum: total,
          InitgPty: { Nm: formatName(debtor.name) },
        },
        PmtInf: {
          PmtInfId: messageId,
          PmtMtd: 'TRF',
          BtchBookg: 'false',
          NbOfTxs: count,
          CtrlSum: total,
          PmtTpInf: { SvcLvl: { Cd: 'SEPA' } },
          ReqdExctnDt: { Dt: executeOn },
          Dbtr: { Nm: formatName(debtor.name) },
          DbtrAcct: { Id: { IBAN: debtor.iban } },
          DbtrAgt: { FinInstnId: { BICFI: debtor.bic } },
          ChrgBr: 'SLEV',
          CdtTrfTxInf: transfers,
        },
      },
    },
  })
  return content
}

const zFile = z.object({
  Document: z.looseObject({
    CstmrCdtTrfInitn: z.looseObject({
      PmtInf: z.looseObject({
        CdtTrfTxInf: z.looseObject({
          Amt: z.looseObject({ InstdAmt: z.looseObject({ '#text': z.string(), '@_Ccy': z.string() }) }),
        }),
      }),
    }),
  }),
})

/** Amount and currency of a file with one transfer; undefined for any other. */
export const readOrder = (xml: string): Readonly<{ amountMinor: number; currency: string }> | undefined => {
  const parsed = parseXml(xml)
  const file = zFile.safeParse(parsed.ok ? parsed.root : undefined)
  if (!file.success) return undefined
  const { '#text': text, '@_Ccy': currency } =
    file.data.Document.CstmrCdtTrfInitn.PmtInf.CdtTrfTxInf.Amt.InstdAmt
  const amountMinor = parseMinor(text, 'EUR')
  return amountMinor === undefined ? undefined : { amountMinor, currency }
}
