import { useState, type ReactElement } from 'react'
import { takesAppointment } from '@hearth/contracts/photoshoot'
import { useNavigate, useParams } from 'react-router-dom'
import { Loaded } from '../components/feedback/Loaded.tsx'
import { to } from '../navigation/paths.ts'
import { readStatus } from '../data/http/problems.ts'
import { onboardingTexts } from '../i18n/en/onboarding.ts'
import { photoshootTexts } from '../i18n/en/photoshoot.ts'
import { addTexts } from '../i18n/i18nProvider.ts'
import { useText } from '../i18n/text.ts'
import { useListing } from '../data/queries/useCase.ts'
import { Banner } from '../components/feedback/Banner.tsx'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { formatInstant } from '../components/dates/localDate.ts'
import { useFormatDeadline } from '../components/dates/useDeadline.ts'
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
  const format = useFormatDeadline()
  const now = new Date(useNow(1_000)).toISOString()
  const { held } = shoot
  if (held === null || now >= held.until) return null
  return (
    <Banner
      icon="clock"
      title={t('photoshoot.held', { at: format(held.until, zone) })}
      action={
        <LinkButton filled size="small" to={to.photoshootConfirm(shoot.listingId)}>
          {t('photoshoot.heldOn')}
        </LinkButton>
      }
    >
      {t('photoshoot.heldText', { when: formatInstant(held.slot.startsAt, zone) })}
    </Banner>
  )
}

/**
 * The picker or the images are in the wide column with the appointment next to them; otherwise the
 * appointment is there.
 */
const ShootCards = ({
  shoot,
  picker,
  appointment,
}: {
  shoot: Photoshoot | undefined
  picker: ReactElement | false
  appointment: ReactElement | undefined
}) => {
  if (shoot === undefined)
    return (
      <div className={styles['main']}>
        <div className={styles['main']}>{picker}</div>
      </div>
    )
  const { images, slot, feesMinor } = shoot
  const isBeside = picker !== false || images.length > 0
  return (
    <div className={styles['cols']}>
      <div className={styles['main']}>
        {picker}
        {images.length > 0 && <ImagesCard shoot={shoot} />}
        {!isBeside && appointment}
      </div>
      <div className={styles['side']}>
        {isBeside && (slot !== null || feesMinor > 0 || images.length > 0) && appointment}
        <StaffCard shoot={shoot} />
      </div>
    </div>
  )
}

const Head = ({
  listingId,
  name,
  status,
}: {
  listingId: string
  name: string
  status: Photoshoot['status'] | undefined
}) => {
  const t = useText()
  return (
    <PageHeader
      title={t('photoshoot.title')}
      detail={name}
      crumbs={[
        { label: t('onboarding.title'), to: to.onboarding() },
        { label: name, to: to.onboardingCase(listingId) },
        { label: t('photoshoot.title') },
      ]}
      aside={status && <StatusChip tone={TONES[status]}>{t(`photoshoot.status.${status}`)}</StatusChip>}
    />
  )
}

/** `/onboarding/{listingId}/photoshoot`: the slot, then the appointment, then the images. */
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
  if (readStatus(listing.error) === 404 || readStatus(listing.error) === 422) return <NotFound />
  const known =
    listing.data !== undefined && (shoot.none || row !== undefined)
      ? { zone: listing.data.timezone }
      : undefined
  return (
    <>
      <Head listingId={listingId} name={listing.data?.title ?? ''} status={row?.status} />
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
            <ShootCards
              shoot={row}
              picker={
                picks && (
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
                )
              }
              appointment={
                row && (
                  <AppointmentCard shoot={row} zone={zone} moving={moving} onMove={() => setMoving(true)} />
                )
              }
            />
          </>
        )}
      </Loaded>
    </>
  )
}
export default PhotoshootPage
