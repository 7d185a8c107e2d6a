import type { RequestPreview } from '@hearth/contracts/request'
import { Card } from '../../components/layout/Card.tsx'
import { useText } from '../../i18n/text.ts'
import { MoneyLines } from '../../offer/MoneyLines.tsx'
import styles from './RequestPage.module.css'

/** What accepting does to the money. `after`: who accepts, where it is not the host. */
export const DecisionMoney = ({ preview, after }: { preview: RequestPreview; after?: string }) => {
  const t = useText()
  return (
    <Card title={t('request.money.title')} note={preview.currency}>
      <div className={styles['part']}>
        <MoneyLines outcome={preview} after={after ?? t('request.money.after')} />
      </div>
    </Card>
  )
}
