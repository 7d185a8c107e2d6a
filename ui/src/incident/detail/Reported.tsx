import { Link } from 'react-router-dom'
import { formatInstant, formatReaderInstant } from '../../components/dates/localDate.ts'
import { Card } from '../../components/layout/Card.tsx'
import type { Incident, Listing } from '../../data/records/records.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { readSeverity } from '../severity.ts'
import styles from './Incident.module.css'

const describeCalled = ({ police, fire }: Incident, t: Text): string => {
  const called = [
    ...(police ? [t('incident.facts.police')] : []),
    ...(fire ? [t('incident.facts.fire')] : []),
  ]
  return called.length === 0 ? t('incident.facts.noneCalled') : called.join(', ')
}

const Entries = ({ incident: { entries, summary } }: { incident: Incident }) => {
  const t = useText()
  return (
    <>
      {(entries ?? []).map(({ id, kind, text, at }) => (
        <div key={id} className={styles['part']}>
          <h3>{t(`incident.${kind}`)}</h3>
          <blockquote>{text}</blockquote>
          <p className="small c num">{formatReaderInstant(at)}</p>
        </div>
      ))}
      {summary !== null && (
        <div className={styles['part']}>
          <h3>{t('incident.summary')}</h3>
          <blockquote>{summary}</blockquote>
        </div>
      )}
    </>
  )
}

type Props = Readonly<{ incident: Incident; listing: Listing | undefined }>

/** What was reported, and what was added and done since. */
export const Reported = ({ incident, listing }: Props) => {
  const t = useText()
  const { description, severity, occurredAt, reportedAt, peopleHurt, authorityReference, bookingId } =
    incident
  const at = (instant: string) =>
    listing === undefined ? formatReaderInstant(instant) : formatInstant(instant, listing.timezone)
  const facts = [
    [t('incident.facts.listing'), listing?.title],
    [t('incident.facts.happened'), at(occurredAt)],
    [t('incident.facts.reported'), formatReaderInstant(reportedAt)],
    [t('incident.facts.hurt'), t(peopleHurt ? 'incident.report.yes' : 'incident.report.no')],
    [t('incident.facts.called'), describeCalled(incident, t)],
    ...(authorityReference === null ? [] : [[t('incident.facts.reference'), authorityReference]]),
  ] as const
  return (
    <Card title={t(`incident.severityTitle.${readSeverity({ severity })}`)}>
      {description !== null && (
        <div className={styles['part']}>
          <blockquote>{description}</blockquote>
        </div>
      )}
      <dl className={styles['facts']}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
        {bookingId !== null && (
          <div>
            <dt>{t('incident.facts.booking')}</dt>
            <dd>
              <Link className="link" to={to.booking(bookingId)}>
                {t('incident.facts.openBooking')}
              </Link>
            </dd>
          </div>
        )}
      </dl>
      <Entries incident={incident} />
    </Card>
  )
}
