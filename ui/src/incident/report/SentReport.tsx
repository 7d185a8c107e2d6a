import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useGetOne } from 'react-admin'
import { Card } from '../../components/layout/Card.tsx'
import { listKept, subscribeToKept } from '../../data/commands/waitingCommands.ts'
import { useListings } from '../../data/queries/useListings.ts'
import { readStatus } from '../../data/http/problems.ts'
import type { Incident } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { EmergencyBanner } from './EmergencyBanner.tsx'
import styles from './Report.module.css'

type Props = Readonly<{
  /** Of the incident, once the report has arrived. */
  id: string
  draftKey: string
  listingId: string
  pending: boolean
  onFound: (id: string) => void
  onMissing: () => void
}>

/** A report that was given and is on its way: it waits for the network, or an earlier page has sent it. */
export const SentReport = ({ id, draftKey, listingId, pending, onFound, onMissing }: Props) => {
  const t = useText()
  const listing = useListings([listingId]).get(listingId)
  const kept = useSyncExternalStore(subscribeToKept, listKept)
  const waits = kept.some(({ key }) => key === draftKey)
  const { data, error } = useGetOne<Incident>(
    'incidents',
    { id },
    { enabled: !pending && !waits, retry: false },
  )
  const settle = useEffectEvent((found: boolean) => (found ? onFound(id) : onMissing()))
  const missing = readStatus(error) === 404
  useEffect(() => {
    if (data) settle(true)
    else if (missing) settle(false)
  }, [data, missing])
  return (
    <>
      <EmergencyBanner listing={listing} />
      <Card>
        <div className={styles['sent']} role="status">
          <h2>{t(waits ? 'incident.report.waiting' : 'incident.report.checking')}</h2>
          <p className="q">{t('incident.report.waitingText')}</p>
          <p className="small q">{t('incident.report.filesLater')}</p>
        </div>
      </Card>
    </>
  )
}
