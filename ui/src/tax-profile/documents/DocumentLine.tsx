import { findCurrentDocument, type TaxDocument } from '@hearth/contracts/tax-profile'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import { useText } from '../../i18n/text.ts'
import styles from '../TaxProfile.module.css'
import { formatReaderDay } from '../useTaxProfile.ts'

type Props = Readonly<{
  accountId: string
  document: TaxDocument
  documents: readonly TaxDocument[]
  /** The number of the file for the tax authority that has it. */
  fileNumber?: number | undefined
}>

/** One form as it was issued, and whether another one took its place. */
export const DocumentLine = ({ accountId, document, documents, fileNumber }: Props) => {
  const t = useText()
  const { id, form, year, issuedAt, corrects } = document
  const isReplaced = findCurrentDocument(documents, form, year)?.id !== id
  const query = new URLSearchParams({ document: id }).toString()
  return (
    <p className={styles['line']}>
      <span>
        <a className="link" href={`/api/tax-profiles/${encodeURIComponent(accountId)}/document.pdf?${query}`}>
          {form} {year}
        </a>{' '}
        <span className="small q num">
          {t(corrects === null ? 'taxProfile.documents.issued' : 'taxProfile.documents.corrected', {
            day: formatReaderDay(issuedAt),
          })}
          {fileNumber !== undefined && `, ${t('taxProfile.documents.filed', { number: fileNumber })}`}
        </span>
      </span>
      {isReplaced && <StatusChip tone="mute">{t('taxProfile.documents.replaced')}</StatusChip>}
    </p>
  )
}
