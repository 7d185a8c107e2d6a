import type { ReactNode } from 'react'
import { useGetOne } from 'react-admin'
import { FILE_WIDTHS, fileUrl } from '@hearth/contracts/file'
import type { Shown } from '@hearth/contracts/kernel/resource'
import {
  readSections,
  type listingContents,
  type ListingPhoto,
  type Sections,
} from '@hearth/contracts/listing'
import type { AmenityCode } from '@hearth/contracts/listing/sections/amenityCatalogue'
import { usePolicy } from '../../data/queries/usePolicy.ts'
import type { Listing } from '../../data/records/records.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { formatAmenity } from '../../listing-sections/forms/amenityWords.ts'
import { BaseNight } from '../list/BaseNight.tsx'
import '../details/texts.ts'
import { formatTime } from '../../components/dates/timeOfDay.ts'
import styles from './GuestPreview.module.css'

const Photos = ({ photos }: { photos: readonly ListingPhoto[] }) => {
  const t = useText()
  if (photos.length === 0) return <p className={styles['none']}>{t('listingDetails.previewNoPhotos')}</p>
  return (
    <ul className={styles['photos']}>
      {photos.map(({ id, caption, width, height }, index) => (
        <li key={id}>
          <img
            src={fileUrl(id, '640')}
            srcSet={FILE_WIDTHS.map((size) => `${fileUrl(id, `${size}`)} ${size}w`).join(', ')}
            sizes={index === 0 ? '(max-width: 700px) calc(100vw - 64px), 640px' : '200px'}
            width={width}
            height={height}
            loading="lazy"
            decoding="async"
            alt={caption || t('listingDetails.photoNow', { number: index + 1 })}
          />
        </li>
      ))}
    </ul>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles['part']}>
    <h3>{title}</h3>
    {children}
  </section>
)

/** The lines of a part, or that guests read nothing there. */
const Lines = ({ lines }: { lines: readonly string[] }) => {
  const t = useText()
  return lines.length === 0 ? (
    <p className="q">{t('listingDetails.previewNothing')}</p>
  ) : (
    <ul className={styles['lines']}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

const listAmenities = ({ amenities }: Sections): readonly string[] =>
  Object.entries(amenities?.answers ?? {}).flatMap(([code, answer]) =>
    answer === 'yes' ? [formatAmenity(code as AmenityCode)] : [],
  )

const listRules = ({ houseRules = {} }: Sections, t: Text): readonly string[] => {
  const { pets, smoking, events, childrenOk, additional } = houseRules
  const say = (answer: boolean | null | undefined, name: 'pets' | 'smoking' | 'events' | 'children') =>
    answer == null ? [] : [t(`listingDetails.previewRules.${name}.${answer ? 'yes' : 'no'}`)]
  return [
    ...say(pets, 'pets'),
    ...say(smoking, 'smoking'),
    ...say(events, 'events'),
    ...say(childrenOk, 'children'),
    ...(additional ? [additional] : []),
  ]
}

const listSafety = ({ safety = {} }: Sections, t: Text): readonly string[] => {
  const { smokeAlarms, coAlarms, extinguisherPlace, firstAidPlace, cameras } = safety
  return [
    ...(smokeAlarms == null ? [] : [t('listingDetails.previewSafety.smoke', { smart_count: smokeAlarms })]),
    ...(coAlarms == null ? [] : [t('listingDetails.previewSafety.co', { smart_count: coAlarms })]),
    ...(extinguisherPlace == null ? [] : [t('listingDetails.previewSafety.extinguisher')]),
    ...(firstAidPlace == null ? [] : [t('listingDetails.previewSafety.firstAid')]),
    ...(cameras ?? []).map(({ place }) => t('listingDetails.previewSafety.camera', { place })),
  ]
}

const Page = ({ listing, content }: { listing: Listing; content: Shown<typeof listingContents> }) => {
  const t = useText()
  const sections = readSections(content)
  const policy = usePolicy('cancellation')?.[listing.cancellationPolicyCode]
  const photos = content.photos.filter(({ state }) => state === 'published')
  return (
    <Card title={listing.publicTitle ?? t('listingDetails.previewNoTitle')} note={listing.place}>
      <div className={styles['body']}>
        <Photos photos={photos} />
        <p>
          {t('listingDetails.previewFor', { smart_count: listing.maxGuests })},{' '}
          {t('listings.bedrooms', { smart_count: listing.bedrooms })}
        </p>
        <p>
          <BaseNight listing={listing} />{' '}
          {listing.baseNightMinor !== null && <span className="q">{t('listingDetails.previewNight')}</span>}
        </p>
        <Part title={t('listingDetails.previewAbout')}>
          <p className={styles['text']}>
            {sections.description?.description ?? (
              <span className="q">{t('listingDetails.previewNothing')}</span>
            )}
          </p>
        </Part>
        <Part title={t('listingDetails.section.amenities')}>
          <Lines lines={listAmenities(sections)} />
        </Part>
        <Part title={t('listingDetails.section.houseRules')}>
          <Lines
            lines={[
              t('listings.times', {
                from: formatTime(listing.checkInTime),
                by: formatTime(listing.checkOutTime),
              }),
              ...listRules(sections, t),
            ]}
          />
        </Part>
        <Part title={t('listingDetails.section.safety')}>
          <Lines lines={listSafety(sections, t)} />
        </Part>
        <Part title={t('listings.policy')}>
          <Lines lines={policy === undefined ? [] : [policy.label]} />
        </Part>
      </div>
    </Card>
  )
}

/** What guests read about the listing, with the photos that they see. */
export const GuestPreview = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const { data, error, refetch } = useGetOne<Shown<typeof listingContents>>('listing-contents', {
    id: listing.id,
  })
  if (data) return <Page listing={listing} content={data} />
  if (error)
    return <ErrorState title={t('listings.oneFailed')} error={error} onRetry={() => void refetch()} />
  return (
    <div aria-busy="true">
      <Skeleton height={420} />
    </div>
  )
}
