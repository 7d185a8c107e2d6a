import { useGetOne } from 'react-admin'
import type { Shown } from '@hearth/contracts/kernel/resource'
import type { listingContents, ListingPhoto } from '@hearth/contracts/listing'
import { missingPhotos } from '@hearth/contracts/listing/rules/photoList'
import { useCan } from '../../session/session.ts'
import type { Listing } from '../../data/records/records.ts'
import { photoTexts } from '../../i18n/en/photos.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Icon, type IconName } from '../../components/display/icons.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { UnsavedGuard } from '../../components/form/UnsavedGuard.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { PhotoGrid, useArranging, useRemovePhoto } from './PhotoGrid.tsx'
import styles from './Photos.module.css'
import { PhotoDrop, SendingList } from './PhotoUploads.tsx'
import { useOrder } from './useOrder.ts'
import { usePhotoUpload } from './usePhotoUpload.ts'

addTexts({ photos: photoTexts })

const missingText = (photos: readonly ListingPhoto[], bedrooms: number, t: Text): string | null => {
  const missing = missingPhotos(photos, bedrooms)
  const parts = [
    ...(missing.count > 0 ? [t('photos.missingCount', { smart_count: missing.count })] : []),
    ...(missing.bedrooms.length > 0
      ? [t('photos.missingBedrooms', { numbers: missing.bedrooms.join(', ') })]
      : []),
  ]
  return parts.length === 0 ? null : t('photos.missing', { what: parts.join(` ${t('photos.and')} `) })
}

const Note = ({ icon, text }: { icon: IconName; text: string }) => (
  <p className={styles['missing']}>
    <Icon name={icon} size={16} />
    {text}
  </p>
)

const Photos = ({ listing, content }: { listing: Listing; content: Shown<typeof listingContents> }) => {
  const t = useText()
  const { photos } = content
  const saved = useSaved()
  const mayWrite = useCan('listing.write')
  const mayPublish = useCan('listing.curate')
  const isCurated =
    listing.feeModel === 'full_service' &&
    (listing.status === 'live' || listing.status === 'paused') &&
    !mayPublish
  const order = useOrder(content, () => saved(t('photos.asked')))
  const { shown } = order
  const uploads = usePhotoUpload(listing.id)
  const remove = useRemovePhoto(listing, shown)
  const arranging = useArranging(shown.length, order.move)
  const missing =
    listing.drafted && listing.status !== 'delisted' ? missingText(photos, listing.bedrooms, t) : null
  return (
    <Card
      title={t('photos.title')}
      note={shown.length === 0 ? undefined : t('photos.count', { smart_count: shown.length })}
    >
      <div className={styles['body']}>
        {missing !== null && <Note icon="info" text={missing} />}
        {isCurated && <Note icon="lock" text={t('photos.curated')} />}
        {mayWrite && (
          <PhotoDrop
            isFirst={shown.length === 0}
            takesDrop={() => !arranging.isDragging()}
            onFiles={(files) => uploads.add([...files])}
          />
        )}
        <SendingList uploads={uploads} />
        {/* Files that wait for their upload exist on this page only. */}
        {uploads.all.some(({ state }) => state !== 'refused') && <UnsavedGuard />}
        <ProblemText error={order.error ?? remove.error} />
        <p className="sr" role="status">
          {arranging.announcement}
        </p>
        <PhotoGrid
          listing={listing}
          photos={shown}
          mayWrite={mayWrite}
          mayPublish={mayPublish}
          arranging={arranging}
          onRemove={remove.run}
        />
      </div>
    </Card>
  )
}

/**
 * The photos of `/listing-details/photos`: a grid of sized images that are loaded lazily
 * (docs/domain/listing.md#photos).
 */
const PhotosTab = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const content = useGetOne<Shown<typeof listingContents>>('listing-contents', { id: listing.id })
  if (content.data) return <Photos listing={listing} content={content.data} />
  if (content.error)
    return (
      <ErrorState title={t('photos.failed')} error={content.error} onRetry={() => void content.refetch()} />
    )
  return (
    <div aria-busy="true">
      <Skeleton height={420} />
    </div>
  )
}
export default PhotosTab
