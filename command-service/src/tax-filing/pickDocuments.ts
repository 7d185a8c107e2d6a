import { MAX_FILED, type FiledDocument, type TaxFile } from '@hearth/contracts/tax-filing'
import type { TaxDocument } from '@hearth/contracts/tax-profile'

/** The documents of a form and year that one account has, in the order in which they were issued. */
export type IssuedDocuments = Readonly<{ hostAccountId: string; documents: readonly TaxDocument[] }>

/** A document that goes into a file. `first` names the return for good: the document that was filed first. */
export type PickedDocument = Readonly<{ hostAccountId: string; document: TaxDocument; first: string }> &
  Pick<FiledDocument, 'corrects'>

const pick = (
  { hostAccountId, documents }: IssuedDocuments,
  filed: ReadonlySet<string>,
): PickedDocument[] => {
  const document = documents.at(-1)
  if (document === undefined || filed.has(document.id)) return []
  const known = documents.filter(({ id }) => filed.has(id))
  return [
    {
      hostAccountId,
      document,
      first: known[0]?.id ?? document.id,
      corrects: known.at(-1)?.id ?? null,
    },
  ]
}

/**
 * The documents of the next file, the oldest first: those of which the authority has none yet, else corrections. What
 * was corrected before it was filed is filed once, as it is now.
 */
export const pickDocuments = (
  accounts: readonly IssuedDocuments[],
  filed: ReadonlySet<string>,
  most = MAX_FILED,
): Readonly<{ kind: TaxFile['kind']; picked: readonly PickedDocument[] }> => {
  const waiting = accounts
    .flatMap((account) => pick(account, filed))
    .toSorted(
      ({ document: one }, { document: other }) =>
        one.issuedAt.localeCompare(other.issuedAt) || one.id.localeCompare(other.id),
    )
  const isNew = waiting.some(({ corrects }) => corrects === null)
  return {
    kind: isNew ? 'new' : 'corrections',
    picked: waiting.filter(({ corrects }) => (corrects === null) === isNew).slice(0, most),
  }
}
