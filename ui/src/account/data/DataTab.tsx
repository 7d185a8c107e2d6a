import styles from '../Account.module.css'
import { CloseCard } from './CloseCard.tsx'
import { EraseCard } from './EraseCard.tsx'
import { ExportCard } from './ExportCard.tsx'

/** What the account holds: a copy of it, people taken out of it, and its end. */
export const DataTab = () => (
  <div className={styles['two']}>
    <div className={styles['column']}>
      <ExportCard />
      <EraseCard />
    </div>
    <CloseCard />
  </div>
)
