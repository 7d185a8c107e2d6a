import { useText } from '../i18n/text.ts'
import styles from './CalendarSkeleton.module.css'

const ROWS = 8

/** Shown while the nights load, with the columns and heights of the calendar, so that nothing moves. */
export const CalendarSkeleton = () => {
  const t = useText()
  return (
    <div className={styles['frame']} aria-busy="true" role="status">
      <span className="sr">{t('app.loading')}</span>
      {Array.from({ length: ROWS }, (_, row) => (
        <div aria-hidden key={row} className={styles['row']}>
          <span className={styles['label']} />
          <span className={styles['nights']} />
        </div>
      ))}
    </div>
  )
}
