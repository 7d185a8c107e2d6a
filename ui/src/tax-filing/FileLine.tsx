import { Button } from '@mui/material'
import { Link, useSearchParams } from 'react-router-dom'
import { useMutation } from '@tanstack/react-query'
import type { TaxDocumentForm } from '@hearth/contracts/tax-profile'
import { formatReaderInstant } from '../components/dates/localDate.ts'
import { moneyText } from '../components/display/Money.tsx'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { download } from '../data/http/download.ts'
import { useText } from '../i18n/text.ts'
import { useCan } from '../session/session.ts'
import styles from './TaxFiling.module.css'
import type { ShownFile } from './useFilings.ts'

type Props = Readonly<{ filingId: string; form: TaxDocumentForm; file: ShownFile; number: number }>

/** Opens the host above, where the document is corrected. */
const LeftOut = ({ hostAccountId, why }: ShownFile['leftOut'][number]) => {
  const t = useText()
  const [search] = useSearchParams()
  const query = new URLSearchParams({ ...Object.fromEntries(search), account: hostAccountId })
  return (
    <p className={styles['leftOut']}>
      {t('taxFiling.leftOut', { why: t(`taxFiling.why.${why}`) })}{' '}
      <Link className="link" to={`?${query.toString()}`}>
        {t('taxFiling.openHost')}
      </Link>
    </p>
  )
}

/** One file: what is in it, and its download for those who may take whole tax numbers. */
export const FileLine = ({ filingId, form, file, number }: Props) => {
  const t = useText()
  const mayFile = useCan('tax.file')
  const { fileId, kind, documents, totals, leftOut, madeAt } = file
  const taking = useMutation({
    mutationFn: () =>
      download(`/api/tax-filings/${encodeURIComponent(filingId)}/download`, `${filingId}-${number}`, {
        body: { fileId },
        capability: 'tax.file',
      }),
  })
  return (
    <li className={styles['file']}>
      <div>
        <b>{t('taxFiling.file', { number })}</b>
        <span className="small q">
          {[
            t(`taxFiling.kind.${kind}`),
            t('taxFiling.hosts', { smart_count: documents.length }),
            ...totals.map(({ currency, grossMinor }) => moneyText(grossMinor, currency)),
            t('taxFiling.made', { at: formatReaderInstant(madeAt) }),
          ].join(' · ')}
        </span>
        {leftOut.map((one) => (
          <LeftOut key={one.documentId} {...one} />
        ))}
        {taking.error && <ProblemText error={taking.error} />}
      </div>
      {mayFile && (
        <Button
          size="small"
          disabled={taking.isPending}
          aria-label={t('taxFiling.downloadOf', { form, number })}
          onClick={() => taking.mutate()}
        >
          {t('taxFiling.download')}
        </Button>
      )}
    </li>
  )
}
