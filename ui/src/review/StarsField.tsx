import { useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useField, type FieldOf } from '../components/form/fields/useField.ts'
import { useText } from '../i18n/text.ts'
import { ALL_STARS, Star } from './Stars.tsx'
import styles from './Stars.module.css'

/** One to five stars; 0 until they are chosen. */
export const StarsField = <Values extends FieldValues, Body>(props: FieldOf<Values, Body, number>) => {
  const t = useText()
  const { value, onChange, onBlur, name } = useField(props)
  const labelId = useId()
  const stars = Number(value)
  return (
    <div className={styles['rate']} role="radiogroup" aria-labelledby={labelId}>
      <span id={labelId}>{props.label}</span>
      <div>
        {ALL_STARS.map((one) => (
          <label key={one}>
            <input
              className="sr"
              type="radio"
              name={name}
              checked={one === stars}
              aria-label={t('reviews.stars', { stars: one })}
              onChange={() => onChange(one)}
              onBlur={onBlur}
            />
            <Star on={one <= stars} />
          </label>
        ))}
      </div>
      <b className="num">{stars > 0 ? t('reviews.stars', { stars }) : t('reviews.noStars')}</b>
    </div>
  )
}
