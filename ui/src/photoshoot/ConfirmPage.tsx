import { Button } from '@mui/material'
import { Navigate, useNavigate, useParams } from 'react-router-dom'
import { Loaded } from '../components/feedback/Loaded.tsx'
import { to } from '../navigation/paths.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { onboardingTexts } from '../i18n/en/onboarding.ts'
import { photoshootTexts } from '../i18n/en/photoshoot.ts'
import { addTexts } from '../i18n/i18nProvider.ts'
import { useText } from '../i18n/text.ts'
import { useListing } from '../data/queries/useCase.ts'
import { Card } from '../components/layout/Card.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { Deadline } from '../components/dates/Deadline.tsx'
import { formatClock, formatInstant, zoneName } from '../components/dates/localDate.ts'
import { PageHeader } from '../components/layout/PageHeader.tsx'
import { useNow } from '../components/dates/useNow.ts'
import { BookForm, MoveForm } from './ConfirmForms.tsx'
import styles from './Photoshoot.module.css'
import { usePhotoshoot, type Photoshoot } from './usePhotoshoot.ts'

addTexts({ photoshoot: photoshootTexts, onboarding: onboardingTexts })

const Held = ({ shoot, zone }: { shoot: Photoshoot; zone: string }) => {
  const t = useText()
  const now = new Date(useNow(1_000)).toISOString()
  const navigate = useNavigate()
  const release = useCommand({
    resource: 'photoshoots',
    verb: 'release-slot',
    onSuccess: () => void navigate(to.photoshoot(shoot.listingId)),
  })
  const { held } = shoot
  if (held === null && shoot.status === 'scheduled')
    return <Navigate to={to.photoshoot(shoot.listingId)} replace />
  if (held === null || now >= held.until) {
    return (
      <Card>
        <EmptyState
          icon="clock"
          title={t('photoshoot.heldOver')}
          text={t('photoshoot.heldOverText')}
          actions={
            <LinkButton filled to={to.photoshoot(shoot.listingId)}>
              {t('photoshoot.choose')}
            </LinkButton>
          }
        />
      </Card>
    )
  }
  return (
    <div className={styles['cols']}>
      <Card title={t('photoshoot.form.title')}>
        {shoot.status === 'scheduled' ? (
          <MoveForm shoot={shoot} />
        ) : (
          <BookForm key={held.slot.startsAt} shoot={shoot} />
        )}
      </Card>
      <div className={styles['side']}>
        <Card title={<Deadline instant={held.until} place={zone} text="photoshoot.heldFor" />}>
          <div className={styles['body']}>
            <p className="num">
              <b>
                {formatInstant(held.slot.startsAt, zone)} – {formatClock(held.slot.endsAt, zone)}
              </b>
            </p>
            <Button loading={release.pending} onClick={() => release.run({ record: { id: shoot.id } })}>
              {t('photoshoot.giveUp')}
            </Button>
            <p className="cap c">{t('photoshoot.zone', { zone: zoneName(zone) })}</p>
          </div>
        </Card>
      </div>
    </div>
  )
}

/** `/onboarding/{listingId}/photoshoot/confirm`: the details, while the slot is held. */
const ConfirmPage = () => {
  const t = useText()
  const { listingId = '' } = useParams()
  const listing = useListing(listingId)
  const shoot = usePhotoshoot(listingId)
  // Just reserved, the answer from before is still there until the next one has come.
  if (shoot.none && !shoot.isFetching) return <Navigate to={to.photoshoot(listingId)} replace />
  const name = listing.data?.title ?? ''
  const shown =
    listing.data !== undefined && shoot.data !== undefined
      ? { row: shoot.data, zone: listing.data.timezone }
      : undefined
  return (
    <>
      <PageHeader
        title={t('photoshoot.confirmTitle')}
        detail={name}
        crumbs={[
          { label: t('onboarding.title'), to: to.onboarding() },
          { label: name, to: to.onboardingCase(listingId) },
          { label: t('photoshoot.title'), to: to.photoshoot(listingId) },
          { label: t('photoshoot.confirmTitle') },
        ]}
      />
      <Loaded
        query={{
          data: shown,
          error: listing.error ?? shoot.error,
          refetch: () => Promise.all([listing.refetch(), shoot.refetch()]),
        }}
        failed={t('photoshoot.failed')}
        height={420}
      >
        {({ row, zone }) => <Held shoot={row} zone={zone} />}
      </Loaded>
    </>
  )
}
export default ConfirmPage
