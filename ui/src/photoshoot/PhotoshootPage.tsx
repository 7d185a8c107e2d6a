import { useState } from 'react'
import { takesAppointment } from '@hearth/contracts/photoshoot'
import { useNavigate, useParams } from 'react-router-dom'
import { Loaded } from '../components/feedback/Loaded.tsx'
import { to } from '../navigation/paths.ts'
import { statusOf } from '../data/http/problems.ts'
import { onboardingTexts } from '../i18n/en/onboarding.ts'
import { photoshootTexts } from '../i18n/en/photoshoot.ts'
import { addTexts } from '../i18n/i18nProvider.ts'
import { useText } from '../i18n/text.ts'
import { useListing } from '../data/queries/useCase.ts'
import { Banner } from '../components/feedback/Banner.tsx'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { formatInstant, wallClock } from '../components/dates/localDate.ts'
import { NotFound } from '../components/feedback/NotFound.tsx'
import { PageHeader } from '../components/layout/PageHeader.tsx'
import { StatusChip } from '../components/status/StatusChip.tsx'
import { useNow } from '../components/dates/useNow.ts'
import { AppointmentCard } from './AppointmentCard.tsx'
import { ImagesCard } from './ImagesCard.tsx'
import styles from './Photoshoot.module.css'
import { SlotPicker } from './SlotPicker.tsx'
import { StaffCard } from './StaffCard.tsx'
import { usePhotoshoot, useSlots, type Photoshoot } from './usePhotoshoot.ts'

addTexts({ photoshoot: photoshootTexts, onboarding: onboardingTexts })

const TONES = {
  not_requested: 'mute',
  scheduled: 'info',
  in_progress: 'info',
  shot: 'info',
  delivered: 'warn',
  approved: 'ok',
  cancelled: 'mute',
  no_show: 'bad',
  reshoot_requested: 'warn',
} as const satisfies Readonly<Record<Photoshoot['status'], string>>

const HeldBanner = ({ shoot, zone }: { shoot: Photoshoot; zone: string }) => {
  const t = useText()
  const now = new Date(useNow(1_000)).toISOString()
  const { held } = shoot
  if (held === null || now >= held.until) return null
  const left = Math.ceil((Date.parse(held.until) - Date.parse(now)) / 60_000)
  return (
    <Banner
      icon="clock"
      title={t('photoshoot.held', { time: wallClock(held.until, zone).time })}
      action={
        <LinkButton filled size="small" to={to.photoshootConfirm(shoot.listingId)}>
          {t('photoshoot.heldOn')}
        </LinkButton>
      }
    >
      {t('photoshoot.heldText', { when: formatInstant(held.slot.startsAt, zone), left: `${left} min` })}
    </Banner>
  )
}

/** `/onboarding/{listingId}/photoshoot`: a time, then the appointment, then the pictures. */
const PhotoshootPage = () => {
  const t = useText()
  const navigate = useNavigate()
  const { listingId = '' } = useParams()
  const listing = useListing(listingId)
  const shoot = usePhotoshoot(listingId)
  const [moving, setMoving] = useState(false)
  const row = shoot.data
  const picks = shoot.none || moving || (row !== undefined && takesAppointment(row.status))
  const slots = useSlots(listingId, picks)
  if (statusOf(listing.error) === 404 || statusOf(listing.error) === 422) return <NotFound />
  const name = listing.data?.title ?? ''
  const known =
    listing.data !== undefined && (shoot.none || row !== undefined)
      ? { zone: listing.data.timezone }
      : undefined
  return (
    <>
      <PageHeader
        title={t('photoshoot.title')}
        detail={name}
        crumbs={[
          { label: t('onboarding.title'), to: to.onboarding() },
          { label: name, to: to.onboardingCase(listingId) },
          { label: t('photoshoot.title') },
        ]}
        aside={
          row && <StatusChip tone={TONES[row.status]}>{t(`photoshoot.status.${row.status}`)}</StatusChip>
        }
      />
      <Loaded
        query={{
          data: known,
          error: listing.error ?? (shoot.none ? null : shoot.error),
          refetch: () => Promise.all([listing.refetch(), shoot.refetch()]),
        }}
        failed={t('photoshoot.failed')}
        height={420}
      >
        {({ zone }) => (
          <>
            {row && <HeldBanner shoot={row} zone={zone} />}
            <div className={row === undefined ? styles['main'] : styles['cols']}>
              <div className={styles['main']}>
                {picks && (
                  <Loaded query={slots} failed={t('photoshoot.slotsFailed')} height={360}>
                    {(free) => (
                      <SlotPicker
                        listingId={listingId}
                        free={free}
                        other={moving}
                        onHeld={() => void navigate(to.photoshootConfirm(listingId))}
                      />
                    )}
                  </Loaded>
                )}
                {row && row.images.length > 0 && <ImagesCard shoot={row} />}
                {row && !picks && row.images.length === 0 && (
                  <AppointmentCard shoot={row} zone={zone} moving={moving} onMove={() => setMoving(true)} />
                )}
              </div>
              {row && (
                <div className={styles['side']}>
                  {(picks || row.images.length > 0) &&
                    (row.slot !== null || row.feesMinor > 0 || row.images.length > 0) && (
                      <AppointmentCard
                        shoot={row}
                        zone={zone}
                        moving={moving}
                        onMove={() => setMoving(true)}
                      />
                    )}
                  <StaffCard shoot={row} />
                </div>
              )}
            </div>
          </>
        )}
      </Loaded>
    </>
  )
}
export default PhotoshootPage
