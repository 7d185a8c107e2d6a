import { MAX_STARS } from '@hearth/contracts/review'
import { useText } from '../i18n/text.ts'
import styles from './Stars.module.css'

export const ALL_STARS = Array.from({ length: MAX_STARS }, (_, index) => index + 1)

export const Star = ({ on }: { on: boolean }) => (
  <svg viewBox="0 0 24 24" className={styles['star']} data-on={on} aria-hidden>
    <path d="M12 2.8l2.8 5.9 6.4.8-4.7 4.5 1.2 6.4L12 17.3l-5.7 3.1 1.2-6.4L2.8 9.5l6.4-.8z" />
  </svg>
)

/** `★★☆☆☆`, read as `2 of 5`. */
export const Stars = ({ stars }: { stars: number }) => {
  const t = useText()
  return (
    <span className={styles['stars']} role="img" aria-label={t('reviews.stars', { stars })}>
      {ALL_STARS.map((one) => (
        <Star key={one} on={one <= stars} />
      ))}
    </span>
  )
}
