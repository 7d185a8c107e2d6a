import { AsOfSlider } from '../../components/dates/AsOfSlider.tsx'
import { utcSeconds } from '../../components/dates/instants.ts'
import { useText } from '../../i18n/text.ts'
import styles from './Record.module.css'
import { useMoments, type AnyRecord } from './useRecordAt.ts'

type Props = {
  resource: string
  record: AnyRecord
  a: string | undefined
  b: string | undefined
  /** Without an instant, the present. */
  onChoose: (side: 'a' | 'b', instant: string | null) => void
}

/** Both points in time, each with a stop at every event of the record. */
export const RecordSliders = ({ resource, record, a, b, onChoose }: Props) => {
  const t = useText()
  const { data = [] } = useMoments(resource, record)
  const instants = data.map(({ occurredAt }) => occurredAt).toSorted()
  const slider = (side: 'a' | 'b', label: string, at: string | undefined) => (
    <AsOfSlider
      instants={instants}
      asOf={at ?? null}
      format={utcSeconds}
      formatStart={utcSeconds}
      words={{
        label,
        asOf: label,
        asOfNow: label,
        now: t('event.record.now'),
        hint: t('event.record.slideHelp'),
      }}
      onChange={(instant) => onChoose(side, instant)}
    />
  )
  if (instants.length === 0) return null
  return (
    <div className={styles['sliders']}>
      {slider('a', t('event.record.slideFirst'), a)}
      {slider('b', t('event.record.slideSecond'), b)}
    </div>
  )
}
