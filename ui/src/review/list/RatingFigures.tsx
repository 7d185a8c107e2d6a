import { averageOf } from '@hearth/contracts/review'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { Figure, Figures } from '../../components/display/Figures.tsx'
import { useListings } from '../../data/queries/useListings.ts'
import { useText } from '../../i18n/text.ts'
import { formatRating, useRatings } from '../../data/queries/useRatings.ts'
import { useView } from './useReviewViews.ts'
import { SOONEST } from './views.ts'

/** The rating of all listings, what is left to do, and the listing with the lowest rating. */
export const RatingFigures = () => {
  const t = useText()
  const { data: ratings } = useRatings()
  const [write, reply] = [useView('write', {}, SOONEST), useView('reply', {}, SOONEST)]
  const lowest = ratings?.listings.toSorted((a, b) => (averageOf(a) ?? 0) - (averageOf(b) ?? 0))[0]
  const listing = useListings(lowest === undefined ? [] : [lowest.listingId]).get(lowest?.listingId ?? '')
  // What has not loaded is unknown, not zero.
  const describe = ({ total, first }: typeof write) => ({
    value: total === undefined ? t('reviews.figures.none') : String(total),
    note:
      total === undefined
        ? ''
        : first?.dueAt == null
          ? t('reviews.figures.nothing')
          : t('reviews.figures.nextEnds', { at: formatReaderInstant(first.dueAt) }),
  })
  return (
    <Figures>
      <Figure
        label={t('reviews.figures.rating')}
        value={formatRating(ratings?.all)}
        note={ratings ? t('reviews.figures.ratingNote', { smart_count: ratings.all.count }) : ''}
      />
      <Figure label={t('reviews.figures.write')} {...describe(write)} />
      <Figure label={t('reviews.figures.reply')} {...describe(reply)} />
      <Figure
        label={t('reviews.figures.lowest')}
        value={
          lowest === undefined
            ? t('reviews.figures.none')
            : t('reviews.figures.lowestValue', {
                listing: listing?.title ?? '',
                rating: formatRating(lowest),
              })
        }
        note={
          lowest === undefined
            ? ratings
              ? t('reviews.figures.noLowest')
              : ''
            : t('reviews.figures.ratingNote', { smart_count: lowest.count })
        }
      />
    </Figures>
  )
}
