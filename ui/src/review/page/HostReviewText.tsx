import { HOST_CATEGORIES, type HostReview } from '@hearth/contracts/review'
import { useText } from '../../i18n/text.ts'
import styles from './ReviewPage.module.css'

type Props = Readonly<{
  content: HostReview
  guest: string
  /** The reader is the host who wrote it. */
  own: boolean
}>

/** What a host wrote of a guest. */
export const HostReviewText = ({ content, guest, own }: Props) => {
  const t = useText()
  return (
    <>
      <div className={styles['part']}>
        <p className={styles['words']}>{t('reviews.words.quote', { text: content.publicText })}</p>
        {content.privateText !== '' && (
          <p className={styles['private']}>
            <b>{t('reviews.revealed.onlyForGuest', { guest })}</b>{' '}
            {t('reviews.words.quote', { text: content.privateText })}
          </p>
        )}
        {own && (
          <p className="small q">
            {t(content.wouldHostAgain ? 'reviews.own.again' : 'reviews.own.notAgain', { guest })}
          </p>
        )}
      </div>
      <dl className={styles['categories']}>
        {HOST_CATEGORIES.map((category) => (
          <div key={category}>
            <dt>{t(`reviews.revealed.categories.${category}`)}</dt>
            <dd>{content[category]}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
