import { useQuery } from '@tanstack/react-query'
import type { History as Entries } from '@hearth/contracts/event'
import { CopyButton } from '../../components/action/CopyButton.tsx'
import { browserZone } from '../../components/dates/localDate.ts'
import { History } from '../../components/display/History.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { getJson } from '../../data/http/http.ts'
import { useListings } from '../../data/queries/useListings.ts'
import type { Incident } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { IncidentStatus } from '../IncidentStatus.tsx'
import { Evidence } from './Evidence.tsx'
import styles from './Incident.module.css'
import { Next } from './Next.tsx'
import { Reported } from './Reported.tsx'

/** What happened, by whom and when, on the reader's clock. */
const IncidentHistory = ({ id }: Readonly<{ id: string }>) => {
  const t = useText()
  const history = useQuery({
    queryKey: ['incidents', 'history', id],
    queryFn: ({ signal }) => getJson<Entries>(`/api/incidents/${encodeURIComponent(id)}/history`, signal),
    select: ({ entries }) => entries,
  })
  return (
    <Card
      title={t('incident.history')}
      note={history.data && t('incident.events', { smart_count: history.data.length })}
    >
      <Loaded bare query={history} failed={t('incident.historyFailed')}>
        {(entries) => <History entries={entries} zone={browserZone()} />}
      </Loaded>
    </Card>
  )
}

export const IncidentView = ({ incident }: { incident: Incident }) => {
  const t = useText()
  const { category, code, status, listingId, id } = incident
  const listing = useListings([listingId]).get(listingId)
  return (
    <>
      <PageHeader
        title={t(`incident.category.${category}`)}
        detail={listing?.title}
        crumbs={[{ label: t('incident.title'), to: to.incidents() }, { label: code }]}
        aside={
          <>
            <IncidentStatus status={status} />
            <CopyButton quiet text={code} label={code} />
          </>
        }
      />
      <div className={styles['columns']}>
        <div className={styles['next']}>
          <Next incident={incident} />
        </div>
        <div className={styles['main']}>
          <Reported incident={incident} listing={listing} />
          <Evidence incident={incident} />
          <IncidentHistory id={id} />
        </div>
      </div>
    </>
  )
}
