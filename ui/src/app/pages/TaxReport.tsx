import '../../tax-profile/texts.ts'
import { Segments } from '../../components/form/Segments.tsx'
import { useText } from '../../i18n/text.ts'
import { useSearchChange } from '../../navigation/useSearchChange.ts'
import { useCan } from '../../session/session.ts'
import { FilingsCard } from '../../tax-filing/FilingsCard.tsx'
import { findFileNumber, useFilings } from '../../tax-filing/useFilings.ts'
import { TaxDocumentsReport } from '../../tax-profile/documents/TaxDocumentsReport.tsx'
import { useThisYear } from '../../tax-profile/useTaxPreview.ts'
import styles from './TaxReport.module.css'

const OfYear = () => {
  const t = useText()
  const [search, change] = useSearchChange()
  const last = useThisYear() - 1
  const year = search.get('year') === String(last - 1) ? last - 1 : last
  const filings = useFilings(year)
  return (
    <div className={styles['report']}>
      <Segments
        label={t('taxFiling.year')}
        options={[last - 1, last].map((one) => ({ key: String(one), text: String(one) }))}
        chosen={String(year)}
        onChange={(one) => change({ year: one })}
      />
      <TaxDocumentsReport year={year} findFileNumber={(documentId) => findFileNumber(filings, documentId)} />
      <FilingsCard year={year} filings={filings} />
    </div>
  )
}

/** Staff issue and correct the tax documents of a year, and make the files for the authorities. */
const TaxReport = () => {
  const t = useText()
  const maySee = useCan('tax.filings')
  return maySee ? <OfYear /> : <p>{t('taxFiling.denied')}</p>
}
export default TaxReport
