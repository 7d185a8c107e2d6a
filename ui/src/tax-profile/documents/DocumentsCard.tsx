import type { TaxDocument } from '@hearth/contracts/tax-profile'
import { Card } from '../../components/layout/Card.tsx'
import { useText } from '../../i18n/text.ts'
import { useSession } from '../../session/session.ts'
import styles from '../TaxProfile.module.css'
import { DocumentLine } from './DocumentLine.tsx'

/** The forms that were issued for the account, the newest first. */
export const DocumentsCard = ({ documents }: { documents: readonly TaxDocument[] }) => {
  const t = useText()
  const id = useSession()?.account?.id ?? ''
  return (
    <Card title={t('taxProfile.documents.title')}>
      <div className={styles['body']}>
        {documents.length === 0 && <p>{t('taxProfile.documents.none')}</p>}
        {documents.toReversed().map((document) => (
          <DocumentLine key={document.id} accountId={id} document={document} documents={documents} />
        ))}
      </div>
    </Card>
  )
}
