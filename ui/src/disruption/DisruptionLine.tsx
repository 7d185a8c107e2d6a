import { useState } from 'react'
import { Button } from '@mui/material'
import { addDays } from '@hearth/contracts/kernel/dates'
import type { DisruptionRow } from '@hearth/contracts/disruption'
import { ConfirmedCommand } from '../components/dialog/ConfirmedCommand.tsx'
import { ExplainedCommand } from '../components/dialog/ExplainedCommand.tsx'
import { formatDay, formatReaderInstant } from '../components/dates/localDate.ts'
import { StatusChip } from '../components/status/StatusChip.tsx'
import { findCountryName } from '../i18n/countries.ts'
import { useText } from '../i18n/text.ts'
import styles from './Disruption.module.css'
import { useCan, useSession } from '../session/session.ts'
import type { Tone } from '../theme/tokens.ts'
import { DisruptedStaysList } from './DisruptedStaysList.tsx'
import type { ShownDisruption } from './useDisruptions.ts'

const tones: Readonly<Record<DisruptionRow['state'], Tone>> = {
  declared: 'warn',
  approved: 'warn',
  applied: 'ok',
  rejected: 'mute',
}

/** Approves it, which takes another admin, or rejects it. */
const Decide = ({ event }: { event: ShownDisruption }) => {
  const t = useText()
  const mayApprove = useCan('disruption.approve')
  const mayReject = useCan('disruption.declare')
  const me = useSession()?.user.id
  if (event.state !== 'declared') return null
  const isOwn = event.declaredBy === me
  const same = { resource: 'disruptions', id: event.id, keep: t('disruption.keep') }
  return (
    <>
      {mayApprove && !isOwn ? (
        <ConfirmedCommand
          {...same}
          verb="approve"
          touches={['bookings']}
          label={t('disruption.approve')}
          title={t('disruption.approveTitle')}
          text={t('disruption.approveText')}
          saved={t('disruption.approved')}
        />
      ) : (
        <p className="small q">{t(isOwn ? 'disruption.yours' : 'disruption.mayNot')}</p>
      )}
      {mayReject && (
        <ExplainedCommand
          {...same}
          verb="reject"
          field="reason"
          maxLength={500}
          label={t('disruption.reject')}
          title={t('disruption.rejectTitle')}
          question={t('disruption.rejectReason')}
          saved={t('disruption.rejected')}
        />
      )}
    </>
  )
}

const useArea = ({ country, region, circle }: DisruptionRow['area']): string => {
  const t = useText()
  const around =
    circle === null
      ? []
      : [t('disruption.around', { km: circle.radiusKm, lat: circle.center.lat, lng: circle.center.lng })]
  return [...(region === null ? [] : [region]), findCountryName(country), ...around].join(', ')
}

const Facts = ({ event }: { event: ShownDisruption }) => {
  const t = useText()
  const me = useSession()?.user.id
  const area = useArea(event.area)
  const describe = (id: string) => t(id === me ? 'disruption.you' : 'disruption.colleague')
  const { decidedBy, decidedAt, rejectedReason } = event
  return (
    <div className={styles['facts']}>
      <p className="strong">{event.title}</p>
      <p className="small">
        {t('disruption.nights', { from: formatDay(event.start), to: formatDay(addDays(event.end, -1)) })}
        {' · '}
        {area}
      </p>
      <p className="small q">“{event.reason}”</p>
      <p className="cap c num">
        {t('disruption.by', {
          who: describe(event.declaredBy),
          time: formatReaderInstant(event.declaredAt),
        })}
      </p>
      {decidedBy !== null && decidedAt !== null && (
        <p className="cap c num">
          {t(event.state === 'rejected' ? 'disruption.rejectedBy' : 'disruption.approvedBy', {
            who: describe(decidedBy),
            time: formatReaderInstant(decidedAt),
          })}
          {rejectedReason !== null && <>: “{rejectedReason}”</>}
        </p>
      )}
    </div>
  )
}

/** A declared event; while it waits for its approval, and when it is asked for, its stays are shown first. */
export const DisruptionLine = ({ event, asked }: { event: ShownDisruption; asked: boolean }) => {
  const t = useText()
  const [open, setOpen] = useState(asked || event.state === 'declared')
  return (
    <li>
      <Facts event={event} />
      <div>
        <StatusChip tone={tones[event.state]} plain={event.state === 'rejected'}>
          {t(`disruption.state.${event.state}`)}
        </StatusChip>
      </div>
      {open && (
        <div className={styles['covered']}>
          <DisruptedStaysList event={event} />
        </div>
      )}
      <div className={styles['acts']}>
        <Decide event={event} />
        {event.state !== 'rejected' && (
          <Button size="small" variant="text" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? 'disruption.hide' : 'disruption.show')}
          </Button>
        )}
      </div>
    </li>
  )
}
