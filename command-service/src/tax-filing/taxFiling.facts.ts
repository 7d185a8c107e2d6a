import { groupBy } from '@hearth/contracts/kernel/groupBy'
import { sum } from '@hearth/contracts/kernel/money'
import type { TaxOperator } from '@hearth/contracts/kernel/taxOperator'
import {
  parseTaxFilingId,
  type FileTotal,
  type LeftOut,
  type TaxFile,
  type TaxFilingCommand,
} from '@hearth/contracts/tax-filing'
import type { TaxDocument, TaxDocumentForm } from '@hearth/contracts/tax-profile'
import type { Load, ReadState } from '../runtime/decider.ts'
import { taxProfileFold } from '../tax-profile/taxProfile.state.ts'
import { pickDocuments, type IssuedDocuments, type PickedDocument } from './pickDocuments.ts'
import { readReturn, type ReturnPorts, type TaxReturn } from './readReturn.ts'
import { listFiled, taxFilingFold } from './taxFiling.state.ts'
import { writeTaxFile } from './writeTaxFile.ts'

export type TaxFilingFacts = Readonly<{
  /** The next file, or why there is none. */
  file: Omit<TaxFile, 'fileId' | 'leftOut' | 'madeBy'> | 'no_operator' | 'nothing'
  leftOut: readonly LeftOut[]
}>

export type TaxFilingPorts = ReturnPorts &
  Readonly<{
    /** Accounts for which the form of the year was issued, by the read model, which may lag. */
    listAccounts: (form: TaxDocumentForm, year: number) => Promise<readonly string[]>
    /** Hearth as authorities know it; undefined where it isn’t set up. */
    operator: TaxOperator | undefined
    /** A keyed hash of a file. */
    hashFile: (content: string) => string
  }>

/** What guests paid, which every form begins with. */
const listGross = ({ form, boxes, quarters }: TaxDocument): readonly FileTotal[] =>
  form === 'DAC7'
    ? quarters
    : boxes
        .filter(({ box }) => box === '1a' || box === '1')
        .map(({ value }) => ({ currency: 'USD', grossMinor: value }))

const sumTotals = (returns: readonly TaxReturn[]): TaxFile['totals'] => {
  const parts = returns.flatMap(({ document }) => listGross(document))
  return [...groupBy(parts, ({ currency }) => currency).values()].flatMap((own) =>
    own.slice(0, 1).map(({ currency }) => ({ currency, grossMinor: sum(own.map((one) => one.grossMinor)) })),
  )
}

const readIssued = async (
  hostAccountId: string,
  form: TaxDocumentForm,
  year: number,
  readState: ReadState,
): Promise<IssuedDocuments> => {
  const { documents } = await readState(taxProfileFold, hostAccountId, { fresh: true })
  return { hostAccountId, documents: documents.filter((one) => one.form === form && one.year === year) }
}

/** Reads the picked documents one after the other: a file may hold the numbers of a hundred hosts. */
const readReturns = async (picked: readonly PickedDocument[], ports: ReturnPorts) => {
  const returns: TaxReturn[] = []
  const leftOut: LeftOut[] = []
  for (const one of picked) {
    const read = await readReturn(one, [], ports)
    if (typeof read === 'string')
      leftOut.push({ hostAccountId: one.hostAccountId, documentId: one.document.id, why: read })
    else returns.push(read)
  }
  return { returns, leftOut }
}

export const createTaxFilingFactLoader =
  (ports: TaxFilingPorts): Load<TaxFilingCommand, TaxFilingFacts> =>
  async (_command, { id: taxFilingId, now }, readState) => {
    const state = await readState(taxFilingFold, taxFilingId, { fresh: true })
    const operator = state.files[0]?.operator ?? ports.operator
    if (operator === undefined) return { file: 'no_operator', leftOut: [] }
    const { form, year } = parseTaxFilingId(taxFilingId)
    const accounts: IssuedDocuments[] = []
    for (const account of await ports.listAccounts(form, year))
      accounts.push(await readIssued(account, form, year, readState))
    const { kind, picked } = pickDocuments(accounts, listFiled(state))
    const { returns, leftOut } = await readReturns(picked, ports)
    if (returns.length === 0) return { file: 'nothing', leftOut }
    const head = { taxFilingId, kind, operator, madeAt: now, isFirst: state.files.length === 0 }
    return {
      file: {
        kind,
        operator,
        documents: returns.map(({ hostAccountId, document, corrects, homes }) => ({
          hostAccountId,
          documentId: document.id,
          corrects,
          homes: [...homes].map(([listingId, { revision }]) => ({ listingId, revision })),
        })),
        totals: sumTotals(returns),
        contentHash: ports.hashFile(writeTaxFile(head, returns)),
      },
      leftOut,
    }
  }
