import { lazy, Suspense, useState } from 'react'
import { Button } from '@mui/material'
import { useGetList } from 'react-admin'
import { Link } from 'react-router-dom'
import { isUrgent, nextIncidentStatus, type IncidentCommand } from '@hearth/contracts/incident'
import type { ReimbursementKind } from '@hearth/contracts/reimbursement'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { ExplainedCommand } from '../../components/dialog/ExplainedCommand.tsx'
import { StayDates } from '../../components/display/StayDates.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { useCommand } from '../../data/commands/useCommand.ts'
import type { Incident, ListedReimbursement } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useCan, useSees } from '../../session/session.ts'
import { AcknowledgeClock } from '../AcknowledgeClock.tsx'
import styles from './Incident.module.css'

const SeverityDialog = lazy(() => import('./SeverityDialog.tsx'))
const HoldDialog = lazy(() => import('./HoldDialog.tsx'))

/** Claims of one incident that its page shows. */
const MAX_CLAIMS = 10

type Of = Readonly<{ incident: Incident }>

const isPossible = ({ status }: Incident, command: IncidentCommand['type']) =>
  nextIncidentStatus(status, command) !== undefined

const Step = ({
  incident,
  verb,
  label,
  done,
  filled = false,
}: Of & Readonly<{ verb: string; label: string; done: string; filled?: boolean }>) => {
  const saved = useSaved()
  const command = useCommand({ resource: 'incidents', verb, onSuccess: () => saved(done) })
  return (
    <>
      <Button
        size="small"
        {...(filled && { variant: 'contained', color: 'primary' })}
        loading={command.pending}
        onClick={() => command.run({ record: incident })}
      >
        {label}
      </Button>
      <ProblemText error={command.error} />
    </>
  )
}

/** What both sides write about it. */
const Written = ({ incident }: Of) => {
  const t = useText()
  const of = {
    resource: 'incidents',
    id: incident.id,
    min: 3,
    missing: t('incident.steps.tooShort'),
    keep: t('incident.keep'),
  }
  const mayWork = useCan('incident.work')
  const mayResolve = mayWork || !isUrgent(incident.severity)
  return (
    <>
      {isPossible(incident, 'LogIncidentAction') && (
        <ExplainedCommand
          {...of}
          verb="log-action"
          field="text"
          maxLength={2_000}
          label={t('incident.steps.action')}
          title={t('incident.steps.actionTitle')}
          question={t('incident.steps.actionQuestion')}
          saved={t('incident.steps.actionLogged')}
        />
      )}
      <ExplainedCommand
        {...of}
        verb="amend"
        field="text"
        maxLength={5_000}
        label={t('incident.steps.amend')}
        title={t('incident.steps.amendTitle')}
        question={t('incident.steps.amendQuestion')}
        saved={t('incident.steps.amended')}
      />
      {mayResolve && isPossible(incident, 'ResolveIncident') && (
        <ExplainedCommand
          {...of}
          verb="resolve"
          field="summary"
          maxLength={2_000}
          touches={['claims', 'blocks']}
          label={t('incident.steps.resolve')}
          title={t('incident.steps.resolveTitle')}
          question={t('incident.steps.resolveQuestion')}
          saved={t('incident.steps.resolved')}
        />
      )}
      {isPossible(incident, 'CloseIncident') && (
        <Step
          incident={incident}
          verb="close"
          label={t('incident.steps.close')}
          done={t('incident.steps.closed')}
        />
      )}
      {isPossible(incident, 'ReopenIncident') && (
        <ExplainedCommand
          {...of}
          min={10}
          verb="reopen"
          field="why"
          maxLength={500}
          label={t('incident.steps.reopen')}
          title={t('incident.steps.reopenTitle')}
          question={t('incident.steps.reopenQuestion')}
          saved={t('incident.steps.reopened')}
        />
      )}
    </>
  )
}

/** What opens a form of its own. */
const Chosen = ({ incident }: Of) => {
  const t = useText()
  const [open, setOpen] = useState<'severity' | 'hold' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      {isPossible(incident, 'EscalateIncident') && (
        <Button size="small" onClick={() => setOpen('severity')}>
          {t('incident.steps.severity')}
        </Button>
      )}
      {isUrgent(incident.severity) && isPossible(incident, 'PlaceSafetyHold') && (
        <Button size="small" onClick={() => setOpen('hold')}>
          {t('incident.steps.hold')}
        </Button>
      )}
      <Suspense fallback={null}>
        {open === 'severity' && <SeverityDialog incident={incident} onClose={close} />}
        {open === 'hold' && <HoldDialog incident={incident} onClose={close} />}
      </Suspense>
    </>
  )
}

const Holds = ({ incident: { holds } }: Of) => {
  const t = useText()
  if (holds.length === 0) return null
  return (
    <Card title={t('incident.holds')}>
      <ul className={styles['part']}>
        {holds.map(({ blockId, start, end, bookingIds, lifted }) => (
          <li key={blockId}>
            <StayDates start={start} end={end} />{' '}
            <span className="small q">
              {[
                ...(lifted ? [t('incident.lifted')] : []),
                ...(bookingIds.length === 0
                  ? []
                  : [t('incident.booked', { smart_count: bookingIds.length })]),
              ].join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What a claim is mostly about after an incident; everything else is damage. */
const CLAIMED: Readonly<Partial<Record<Incident['category'], ReimbursementKind>>> = {
  noise_party: 'rule_violation_cost',
  unauthorized_guests: 'rule_violation_cost',
  smoking_pets: 'extra_cleaning',
}

/** The claims for what it cost, and a new one that begins with what was reported. */
const Claims = ({ incident: { id, bookingId, listingId, category } }: Of) => {
  const t = useText()
  const mayClaim = useCan('reimbursement.write')
  const { data: claims = [] } = useGetList<ListedReimbursement>(
    'reimbursements',
    {
      pagination: { page: 1, perPage: MAX_CLAIMS },
      sort: { field: 'openedAt', order: 'DESC' },
      filter: { incidentId: id },
    },
    { enabled: useSees('reimbursement.read') },
  )
  if (!mayClaim && claims.length === 0) return null
  const begin = {
    listing: listingId,
    incident: id,
    kind: CLAIMED[category] ?? 'damage',
    ...(bookingId !== null && { booking: bookingId }),
  }
  return (
    <Card title={t('incident.reimbursement')}>
      <div className={styles['part']}>
        {claims.map((claim) => (
          <p key={claim.id}>
            <Link className="link num" to={to.reimbursement(claim.id)}>
              {t('incident.claimOf', { code: claim.code })}
            </Link>
          </p>
        ))}
        {mayClaim && (
          <>
            <p>{t('incident.reimbursementText')}</p>
            <div className={styles['buttons']}>
              <LinkButton to={to.newClaim(begin)}>{t('incident.claim')}</LinkButton>
            </div>
          </>
        )}
      </div>
    </Card>
  )
}

/** How long Hearth has left, and what either side can do now. */
export const Next = ({ incident }: Of) => {
  const t = useText()
  const mayWork = useCan('incident.work')
  const mayReport = useCan('incident.report')
  const { status, acknowledgeBy, acknowledgedInTime } = incident
  return (
    <>
      <Card title={t('incident.next')}>
        <div className={styles['part']}>
          {status === 'reported' && !mayWork && <p>{t('incident.withHearth')}</p>}
          <p className="small q">
            <AcknowledgeClock dueAt={acknowledgeBy} />
            {acknowledgedInTime !== null && (
              <>
                {t('incident.facts.acknowledged')}:{' '}
                {t(acknowledgedInTime ? 'incident.facts.inTime' : 'incident.facts.missed')}
              </>
            )}
          </p>
          <div className={styles['buttons']}>
            {mayWork && isPossible(incident, 'AcknowledgeIncident') && (
              <Step
                filled
                incident={incident}
                verb="acknowledge"
                label={t('incident.steps.acknowledge')}
                done={t('incident.steps.acknowledged')}
              />
            )}
            {mayReport && <Written incident={incident} />}
            {mayReport && <Chosen incident={incident} />}
          </div>
        </div>
      </Card>
      <Holds incident={incident} />
      <Claims incident={incident} />
    </>
  )
}
