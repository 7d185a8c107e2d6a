import styles from '../Account.module.css'
import { CloseCard } from './CloseCard.tsx'
import { EraseCard } from './EraseCard.tsx'
import { ExportCard } from './ExportCard.tsx'

/** The account’s data: export it, erase people, close the account. */
export const DataTab = () => (
  <div className={styles['two']}>
    <div className={styles['column']}>
      <ExportCard />
      <EraseCard />
    </div>
    <CloseCard />
  </div>
)
