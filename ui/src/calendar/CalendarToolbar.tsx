import { Button, IconButton } from '@mui/material'
import { useText } from '../i18n/text.ts'
import { Icon } from '../components/display/icons.tsx'
import { addDays, type LocalDate } from '../components/dates/localDate.ts'
import styles from './Calendar.module.css'
import { SPANS, computeStep, type NightWindow } from './rows/window.ts'

type Props = {
  window: NightWindow
  onMove: (from: LocalDate | null) => void
  onSpan: (nights: number) => void
  onAdd: (() => void) | undefined
  phone: boolean
}

/** Back, today, forward; the number of nights; a new block without dragging. */
export const CalendarToolbar = ({ window, onMove, onSpan, onAdd, phone }: Props) => {
  const t = useText()
  const step = computeStep(window)
  const words = String(step) as '7' | '14' | '28'
  return (
    <div className={styles['tools']} data-print="hide">
      <IconButton
        aria-label={t(`calendar.back.${words}`)}
        onClick={() => onMove(addDays(window.start, -step))}
      >
        <Icon name="left" />
      </IconButton>
      <Button onClick={() => onMove(null)}>{t('calendar.today')}</Button>
      <IconButton aria-label={t(`calendar.on.${words}`)} onClick={() => onMove(addDays(window.start, step))}>
        <Icon name="right" />
      </IconButton>
      {!phone && (
        <span className={styles['segments']} role="group" aria-label={t('calendar.span')}>
          {SPANS.map((span) => (
            <button key={span} type="button" aria-pressed={span === window.days} onClick={() => onSpan(span)}>
              {t(`calendar.spans.${span}`)}
            </button>
          ))}
        </span>
      )}
      {onAdd && phone && (
        <IconButton aria-label={t('calendar.addBlock')} onClick={onAdd}>
          <Icon name="plus" />
        </IconButton>
      )}
      {onAdd && !phone && (
        <Button className={styles['add'] ?? ''} onClick={onAdd}>
          <Icon name="plus" size={16} />
          {t('calendar.addBlock')}
        </Button>
      )}
    </div>
  )
}
