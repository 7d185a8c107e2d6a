import { Button } from '@mui/material'
import { useText } from '../../i18n/text.ts'
import styles from './EditCard.module.css'

/** A line that two people changed: what is saved now, and what this person typed. */
export type ChangedLine = Readonly<{ label: string; value: string; mine: string }>

/** Another person saved first: shows both values, and asks which one counts. */
export const StaleChoice = ({
  changed,
  onMine,
  onTheirs,
}: {
  changed: readonly ChangedLine[]
  onMine: () => void
  onTheirs: () => void
}) => {
  const t = useText()
  return (
    <div role="alert" className={styles['stale']}>
      <div>
        <h3>{t('edit.stale')}</h3>
        <p className="q">{t('edit.staleText')}</p>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">{t('edit.field')}</span>
            </th>
            <th scope="col">{t('edit.now')}</th>
            <th scope="col">{t('edit.yours')}</th>
          </tr>
        </thead>
        <tbody>
          {changed.map(({ label, value, mine }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value}</td>
              <td className="strong">{mine}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles['actions']}>
        <Button variant="contained" color="primary" onClick={onMine}>
          {t('edit.useMine')}
        </Button>
        <Button onClick={onTheirs}>{t('edit.useTheirs')}</Button>
      </div>
    </div>
  )
}
