import type { RequestPreview } from '@hearth/contracts/request'
import { Card } from '../../components/layout/Card.tsx'
import { useText } from '../../i18n/text.ts'
import { MoneyLines } from '../../offer/MoneyLines.tsx'
import styles from './RequestPage.module.css'

/** What accepting does to the money. */
export const DecisionMoney = ({ preview }: { preview: RequestPreview }) => {
  const t = useText()
  return (
    <Card title={t('request.money.title')} note={preview.currency}>
      <div className={styles['part']}>
        <MoneyLines outcome={preview} after={t('request.money.after')} />
      </div>
    </Card>
  )
}
