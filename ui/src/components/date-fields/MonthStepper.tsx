import { IconButton } from '@mui/material'
import { addMonths } from '@hearth/contracts/kernel/dates'
import { useText } from '../../i18n/text.ts'
import { monthName, type LocalDate } from '../dates/localDate.ts'
import { Icon } from '../display/icons.tsx'
import styles from './MonthStepper.module.css'

/** A month, and the way to the one before and after it; `month` and `last` are first days of months. */
export const MonthStepper = ({
  month,
  last,
  onChange,
}: {
  month: LocalDate
  last?: LocalDate
  onChange: (month: LocalDate) => void
}) => {
  const t = useText()
  return (
    <div className={styles['stepper']}>
      <IconButton aria-label={t('dates.previous')} onClick={() => onChange(addMonths(month, -1))}>
        <Icon name="left" size={20} />
      </IconButton>
      <b aria-live="polite">{monthName(month)}</b>
      <IconButton
        aria-label={t('dates.next')}
        disabled={last !== undefined && month >= last}
        onClick={() => onChange(addMonths(month, 1))}
      >
        <Icon name="right" size={20} />
      </IconButton>
    </div>
  )
}
