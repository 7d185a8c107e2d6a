import { HostSearch } from '../../components/form/HostSearch.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { useText } from '../../i18n/text.ts'
import type { PerformanceView } from '../usePerformance.ts'
import styles from './Performance.module.css'

/** Staff have no account of their own, so they choose whose figures they see. */
export const ChooseAccount = ({ view }: { view: PerformanceView }) => {
  const t = useText()
  return (
    <Card title={t('performance.chooseAccount')}>
      <div className={styles['choose']}>
        <HostSearch chosen={undefined} onChange={({ id }) => view.change({ hostAccountId: id })} />
      </div>
    </Card>
  )
}
