import { useText } from '../../i18n/text.ts'
import { Icon } from '../../components/display/icons.tsx'
import styles from './CancelPage.module.css'
import { REASONS, type Reason } from './useCancelForm.ts'

type Props = { reason: Reason | null; onChange: (reason: Reason) => void }

export const ReasonChips = ({ reason, onChange }: Props) => {
  const t = useText()
  return (
    <div className={styles['why']} role="radiogroup" aria-labelledby="why">
      {REASONS.map((key) => (
        <label key={key}>
          <input
            className="sr"
            type="radio"
            name="why"
            checked={key === reason}
            onChange={() => onChange(key)}
          />
          {key === reason && <Icon name="check" size={16} />}
          {t(`cancel.reason.${key}`)}
        </label>
      ))}
    </div>
  )
}

export const ReasonSelect = ({ reason, onChange }: Props) => {
  const t = useText()
  return (
    <div className={styles['select']}>
      <select
        aria-labelledby="why"
        value={reason ?? ''}
        onChange={({ target }) => {
          const next = REASONS.find((key) => key === target.value)
          if (next) onChange(next)
        }}
      >
        {reason === null && <option value="">{t('cancel.chooseReason')}</option>}
        {REASONS.map((key) => (
          <option key={key} value={key}>
            {t(`cancel.reason.${key}`)}
          </option>
        ))}
      </select>
      <Icon name="down" size={16} />
    </div>
  )
}
