import { useSearchParams } from 'react-router-dom'
import { Loaded } from '../components/feedback/Loaded.tsx'
import { Card } from '../components/layout/Card.tsx'
import { disruptionTexts } from '../i18n/en/disruption.ts'
import { addTexts } from '../i18n/i18nProvider.ts'
import { useText } from '../i18n/text.ts'
import styles from './Disruption.module.css'
import { useCan } from '../session/session.ts'
import { DeclareDisruption } from './DeclareDisruption.tsx'
import { DisruptionLine } from './DisruptionLine.tsx'
import { useDisruptions, useEventOfStay } from './useDisruptions.ts'

addTexts({ disruption: disruptionTexts })

/**
 * Declared events: one person declares, an admin approves after reading which stays it covers. `stay` of the
 * address opens the event that the evidence of that stay is about.
 */
const DisruptionsReport = () => {
  const t = useText()
  const mayDeclare = useCan('disruption.declare')
  const query = useDisruptions()
  const [search] = useSearchParams()
  const asked = useEventOfStay(search.get('stay'))
  return (
    <div className={mayDeclare ? styles['columns'] : undefined}>
      {mayDeclare && <DeclareDisruption />}
      <Card title={t('disruption.list')}>
        <Loaded bare query={query} failed={t('disruption.failed')}>
          {(events) =>
            events.length === 0 ? (
              <p className={styles['empty']}>{t('disruption.none')}</p>
            ) : (
              <ul className={styles['events']} aria-label={t('disruption.list')}>
                {events.map((event) => (
                  <DisruptionLine
                    key={`${event.id} ${event.id === asked}`}
                    event={event}
                    asked={event.id === asked}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
    </div>
  )
}
export default DisruptionsReport
