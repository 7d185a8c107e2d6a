import { z } from 'zod'
import type { BankDocument } from './bankDocument.ts'
import { readStatements, zNotifications, zStatements } from './statements.ts'
import { readStatusReport, zStatusReport } from './statusReport.ts'
import { parseXml } from './xml.ts'

export type BankMessageReading =
  | Readonly<{ ok: true; documents: readonly BankDocument[] }>
  | Readonly<{ ok: false; why: string }>

const zMessage = z.object({
  Document: z.looseObject({
    BkToCstmrStmt: zStatements.optional(),
    BkToCstmrDbtCdtNtfctn: zNotifications.optional(),
    CstmrPmtStsRpt: zStatusReport.optional(),
  }),
})

/**
 * Reads a message of a bank, ISO 20022: account statements (camt.053), notifications of booked entries
 * (camt.054) and status reports of payment files (pain.002), in any of their versions. What cannot be read is
 * listed and does not stop the rest.
 */
export const readBankMessage = (xml: string): BankMessageReading => {
  const parsed = parseXml(xml)
  if (!parsed.ok) return parsed
  const message = zMessage.safeParse(parsed.root)
  if (!message.success) return { ok: false, why: 'This isn’t a camt.053, camt.054 or pain.002 file.' }
  const { BkToCstmrStmt, BkToCstmrDbtCdtNtfctn, CstmrPmtStsRpt } = message.data.Document
  if (BkToCstmrStmt !== undefined)
    return { ok: true, documents: readStatements('statement', BkToCstmrStmt.Stmt) }
  if (BkToCstmrDbtCdtNtfctn !== undefined)
    return { ok: true, documents: readStatements('notification', BkToCstmrDbtCdtNtfctn.Ntfctn) }
  return CstmrPmtStsRpt === undefined
    ? { ok: false, why: 'This isn’t a camt.053, camt.054 or pain.002 file.' }
    : { ok: true, documents: [readStatusReport(CstmrPmtStsRpt)] }
}
