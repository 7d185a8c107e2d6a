import { useRef, useState, type DragEvent } from 'react'
import { Button } from '@mui/material'
import { useGetOne } from 'react-admin'
import type { Shown } from '@hearth/contracts/kernel/resource'
import type { listingContents, ListingPhoto } from '@hearth/contracts/listing'
import { missingPhotos } from '@hearth/contracts/listing/rules/photoList'
import { useCan } from '../../session/session.ts'
import type { Listing } from '../../data/records/records.ts'
import { problemText, statusOf } from '../../data/http/problems.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { photoTexts } from '../../i18n/en/photos.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { UnsavedGuard } from '../../components/form/UnsavedGuard.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { PhotoCard } from './PhotoCard.tsx'
import styles from './Photos.module.css'
import { useOrder } from './useOrder.ts'
import { usePhotoUpload, type Sending } from './usePhotoUpload.ts'

addTexts({ photos: photoTexts })

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/heic,image/heif'

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

const SendingLine = ({
  one,
  onAgain,
  onDismiss,
}: {
  one: Sending
  onAgain: () => void
  onDismiss: () => void
}) => {
  const t = useText()
  const { name } = one.file
  // What was judged is judged the same again.
  const mayHelp =
    one.error !== 'too-large' &&
    (statusOf(one.error) < 400 || statusOf(one.error) >= 500 || statusOf(one.error) === 429)
  if (one.state !== 'refused')
    return (
      <li className={styles['sending']}>
        <Icon name={one.state === 'sending' ? 'refresh' : 'clock'} size={16} />
        <span className="clip">
          {t(one.state === 'sending' ? 'photos.sending' : 'photos.waiting', { name })}
        </span>
      </li>
    )
  return (
    <li className={styles['sending']} data-refused>
      <Icon name="alert" size={16} />
      <span role="alert">
        <b>{t('photos.refused', { name })}</b>{' '}
        {one.error === 'too-large' ? t('photos.tooLarge') : problemText(one.error, t)}
      </span>
      <span className="grow" />
      {mayHelp && (
        <Button size="small" onClick={onAgain}>
          {t('photos.again')}
        </Button>
      )}
      <Button size="small" variant="text" aria-label={t('photos.dismiss', { name })} onClick={onDismiss}>
        <Icon name="cross" size={16} />
      </Button>
    </li>
  )
}

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
  const uploads = usePhotoUpload(listing.id)
  const input = useRef<HTMLInputElement>(null)
  const dragged = useRef<string>(null)
  const [announcement, setAnnouncement] = useState('')
  const [over, setOver] = useState(false)
  const { shown } = order
  const touches = ['listing-contents'] as const
  const putBack = useCommand({ resource: 'listings', verb: 'add-photo', touches })
  const remove = useCommand({
    resource: 'listings',
    verb: 'remove-photo',
    touches,
    onSuccess: (answer, { body }) => {
      if (!answer.events.includes('PhotoRemoved')) return saved(t('photos.asked'))
      const gone = shown.find(({ id }) => id === (body as Readonly<{ photoId: string }>).photoId)
      saved(
        t('photos.removed'),
        gone &&
          (() =>
            putBack.run({
              record: listing,
              body: { fileId: gone.id, caption: gone.caption, room: gone.room },
            })),
      )
    },
  })
  const move = (id: string, place: number) => {
    order.move(id, place)
    setAnnouncement(t('photos.moved', { place: place + 1, count: shown.length }))
  }
  const dropOn = (place: number) => {
    if (dragged.current !== null) move(dragged.current, place)
    dragged.current = null
  }
  const dropFiles = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    uploads.add([...event.dataTransfer.files])
  }
  const missing =
    listing.drafted && listing.status !== 'delisted' ? missingText(photos, listing.bedrooms, t) : null
  return (
    <Card
      title={t('photos.title')}
      note={shown.length === 0 ? undefined : t('photos.count', { smart_count: shown.length })}
    >
      <div className={styles['body']}>
        {missing !== null && (
          <p className={styles['missing']}>
            <Icon name="info" size={16} />
            {missing}
          </p>
        )}
        {isCurated && (
          <p className={styles['missing']}>
            <Icon name="lock" size={16} />
            {t('photos.curated')}
          </p>
        )}
        {mayWrite && (
          <div
            className={styles['drop']}
            data-over={over}
            onDragOver={(event) => {
              if (dragged.current === null) {
                event.preventDefault()
                setOver(true)
              }
            }}
            onDragLeave={() => setOver(false)}
            onDrop={dropFiles}
          >
            <input
              ref={input}
              type="file"
              multiple
              accept={ACCEPTED}
              className="sr"
              tabIndex={-1}
              aria-label={t('photos.add')}
              onChange={({ target }) => {
                uploads.add([...(target.files ?? [])])
                target.value = ''
              }}
            />
            <Button
              variant={shown.length === 0 ? 'contained' : 'outlined'}
              color={shown.length === 0 ? 'primary' : 'inherit'}
              onClick={() => input.current?.click()}
            >
              <Icon name="plus" size={16} />
              {t('photos.add')}
            </Button>
            <span className="small q">{t('photos.drop')}</span>
          </div>
        )}
        {uploads.all.length > 0 && (
          <ul className={styles['list']} aria-live="polite">
            {uploads.all.map((one) => (
              <SendingLine
                key={one.key}
                one={one}
                onAgain={() => uploads.again(one.key)}
                onDismiss={() => uploads.dismiss(one.key)}
              />
            ))}
          </ul>
        )}
        {/* What waits is only in this page. */}
        {uploads.all.some(({ state }) => state !== 'refused') && <UnsavedGuard />}
        <ProblemText error={order.error ?? remove.error ?? putBack.error} />
        <p className="sr" role="status">
          {announcement}
        </p>
        {shown.length === 0 ? (
          <EmptyState icon="home" title={t('photos.none')} text={t('photos.noneText')} />
        ) : (
          <ol className={styles['grid']}>
            {shown.map((photo, place) => (
              <PhotoCard
                key={photo.id}
                listingId={listing.id}
                photo={photo}
                place={place}
                count={shown.length}
                bedrooms={listing.bedrooms}
                mayWrite={mayWrite}
                mayArrange={mayWrite}
                mayPublish={mayPublish}
                onMove={(to) => move(photo.id, to)}
                onRemove={() => remove.run({ record: listing, body: { photoId: photo.id } })}
                onDragStart={() => {
                  dragged.current = photo.id
                }}
                onDropHere={() => dropOn(place)}
              />
            ))}
          </ol>
        )}
      </div>
    </Card>
  )
}

/**
 * The photos of `/listing-details/photos`: a grid of sized images that are loaded as they come into sight
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
